//! The dashboard's server: views of stores over HTTP, read-only.
//!
//! ```text
//! connection (limits) ──▶ router ──▶ guard ──▶ assets
//!                                         ├─▶ events ◀── stamps (did a store change?)
//!                                         └─▶ cache ──▶ work ──▶ Library::json
//! ```
//!
//! One thread talks to all clients; a few others make views, which read stores and run programs.

mod answer;
mod assets;
mod cache;
mod connection;
mod events;
mod guard;
mod router;
mod signal;
mod stamps;
mod work;

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::{Builder, Runtime};

use crate::failure::{Failure, Told};
use crate::views::Library;
use assets::Assets;
use cache::Cache;
use connection::{Limits, accept};
use events::Hub;
use guard::{Guard, Token};
use router::{Site, router};
use stamps::Stamps;

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 1024;
/// Views under way at the end get this long; they only read.
const LAST_VIEWS: Duration = Duration::from_millis(500);

/// A server that has its address and does not answer yet.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    token: Option<Token>,
    ended: signal::Ended,
}

impl Server {
    /// Takes an address. One that other machines can reach needs a token.
    pub fn bind(address: SocketAddr) -> Result<Server, Failure> {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(work::AT_ONCE + 1)
            .build()
            .map_err(|error| Failure::bad(format!("cannot start a server: {error}")))?;
        let entered = runtime.enter();
        let listener = listen(address).map_err(|error| cannot_listen(address, &error))?;
        let address = listener.local_addr().map_err(|error| cannot_listen(address, &error))?;
        let ended = signal::caught()
            .map_err(|error| Failure::bad(format!("cannot catch Ctrl-C: {error}")))?;
        let token = (!address.ip().is_loopback()).then(Token::new).transpose()?;
        drop(entered);
        Ok(Server { runtime, listener, address, token, ended })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What clients must know, if anything.
    pub fn token(&self) -> Option<&str> {
        self.token.as_ref().map(Token::digits)
    }

    /// What to open in a browser.
    pub fn url(&self) -> String {
        let token = self.token().map(|token| format!("?token={token}"));
        format!("http://{}/{}", self.address, token.unwrap_or_default())
    }

    /// Answers until Ctrl-C or the like.
    pub fn run(self, library: Library) -> Told {
        let limits = Limits::of_system();
        let stamps = Stamps::new(&library).map_err(|error| Failure::bad(error.what()))?;
        let (library, stamps) = (Arc::new(library), Arc::new(stamps));
        let hub = Arc::new(Hub::new(stamps.all(), limits.streams));
        let cache = Arc::new(Cache::new(library, Arc::clone(&stamps), Arc::clone(&hub)));
        let guard = Guard::new(self.address, self.token);
        let site = Site { guard, cache, hub: Arc::clone(&hub), assets: Assets::new() };
        let (listener, ended) = (self.listener, self.ended);
        self.runtime.block_on(async move {
            tokio::spawn(hub.watch(stamps));
            tokio::spawn(accept(listener, router(site), limits));
            ended.await;
        });
        self.runtime.shutdown_timeout(LAST_VIEWS);
        Ok(())
    }
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Elsewhere this would let two servers share a port.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

fn cannot_listen(address: SocketAddr, error: &io::Error) -> Failure {
    let free = SocketAddr::new(address.ip(), 0);
    let hint = match error.kind() {
        ErrorKind::AddrInUse => {
            format!("something listens there already; a free port: --addr {free}")
        }
        ErrorKind::AddrNotAvailable => "not an address of this machine; see --addr".to_string(),
        ErrorKind::PermissionDenied => "ports below 1024 need rights; see --addr".to_string(),
        _ => "name another address: --addr 127.0.0.1:8517".to_string(),
    };
    Failure::bad(format!("cannot listen on {address}: {error}")).hint(hint)
}
