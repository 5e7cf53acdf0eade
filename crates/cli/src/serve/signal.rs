//! Ctrl-C, and how a sleeping server notices.

use std::io;

use signal_hook::consts::{SIGINT, SIGTERM};

#[cfg(unix)]
pub use pipe::Signals;
#[cfg(not(unix))]
pub use poll::Signals;

/// A signal writes to a pipe, which wakes the server.
#[cfg(unix)]
mod pipe {
    use tokio::net::UnixStream;

    use super::*;

    /// The signals that end the server.
    pub struct Signals(UnixStream);

    impl Signals {
        /// From now on they do not end the process. Needs a runtime.
        pub fn catch() -> io::Result<Signals> {
            let (write, read) = std::os::unix::net::UnixStream::pair()?;
            for signal in [SIGINT, SIGTERM] {
                signal_hook::low_level::pipe::register(signal, write.try_clone()?)?;
            }
            read.set_nonblocking(true)?;
            Ok(Signals(UnixStream::from_std(read)?))
        }

        /// Waits for one.
        pub async fn come(self) {
            // If waiting fails nobody could end the server, so that ends it too.
            let _ = self.0.readable().await;
        }
    }
}

/// A signal sets a flag, which the server looks at now and then.
#[cfg(not(unix))]
mod poll {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use super::*;

    /// The signals that end the server.
    pub struct Signals(Arc<AtomicBool>);

    impl Signals {
        /// From now on they do not end the process.
        pub fn catch() -> io::Result<Signals> {
            let flag = Arc::new(AtomicBool::new(false));
            for signal in [SIGINT, SIGTERM] {
                signal_hook::flag::register(signal, Arc::clone(&flag))?;
            }
            Ok(Signals(flag))
        }

        /// Waits for one.
        pub async fn come(self) {
            while !self.0.load(Ordering::SeqCst) {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
        }
    }
}
