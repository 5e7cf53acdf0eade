//! `batt serve`: the dashboard.

use std::path::PathBuf;

use crate::args::serve::ServeArgs;
use crate::failure::{Exit, Outcome, Told};
use crate::output::{Output, printable};
use crate::serve::Server;
use crate::stores::{store_name, store_paths};
use crate::views::Library;

/// Serves until it is told to stop.
pub fn run(args: &ServeArgs, output: &mut Output) -> Outcome {
    let paths = store_paths(&args.store);
    let library = Library::open(paths.clone(), args.source.data.clone())?;
    let server = Server::bind(args.addr)?;
    announce(&server, &paths, output)?;
    // Scripts wait for this line to know the port.
    output.flush()?;
    server.run(library)?;
    Ok(Exit::Ok)
}

fn announce(server: &Server, paths: &[PathBuf], output: &mut Output) -> Told {
    let (url, address) = (server.url(), server.address());
    if output.json {
        let token = server.token();
        return output
            .value(&serde_json::json!({ "url": url, "address": address, "token": token }));
    }
    let names: Vec<String> = paths.iter().map(|path| printable(&store_name(path))).collect();
    output.line(&format!("dashboard of {}: {url}", names.join(", ")))?;
    if address.ip().is_unspecified() {
        output.line("from other machines: the same with this machine's name as the host")?;
    }
    output.line("Ctrl-C ends it")
}
