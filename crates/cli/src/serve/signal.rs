//! Ctrl-C, and how a sleeping server notices.

use std::future::Future;
use std::io;
use std::pin::Pin;

/// Comes when a signal did that ends the server.
pub type Ended = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Catches these signals: from now on they do not end the process. Needs a runtime.
#[cfg(unix)]
pub fn caught() -> io::Result<Ended> {
    use std::task::Poll;
    use tokio::signal::unix::{SignalKind, signal};
    let mut signals = [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?];
    Ok(Box::pin(std::future::poll_fn(move |cx| {
        let came = signals.iter_mut().any(|signal| signal.poll_recv(cx).is_ready());
        if came { Poll::Ready(()) } else { Poll::Pending }
    })))
}

/// The same where there is Ctrl-C alone. If waiting fails nobody could end the server, so that ends it too.
#[cfg(not(unix))]
pub fn caught() -> io::Result<Ended> {
    Ok(Box::pin(async { drop(tokio::signal::ctrl_c().await) }))
}
