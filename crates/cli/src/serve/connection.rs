//! Connections: how many, how long, how large. Nobody can hold more than a place among them.

use std::fs;
use std::future::Future;
use std::io::{self, ErrorKind, Read, Write};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, Sleep, sleep};

/// A request must be there so long after the connection, or after the answer before it.
const READ: Duration = Duration::from_secs(10);
/// A client that reads must read something within this time.
const WRITE: Duration = Duration::from_secs(20);
/// A request with its headers is at most so long.
const HEAD_BYTES: usize = 16 << 10;
/// Open connections, if the system allows for so many.
const CONNECTIONS: usize = 2048;
/// Files that are left for everything else: stores, their logs, data sets.
const OTHER_FILES: usize = 64;
/// Event streams; never more than half of the connections.
const STREAMS: usize = 1000;
/// Pause after a failure to accept, such as too many open files: it would only fail again.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 2\r\n\
    content-length: 0\r\nconnection: close\r\n\r\n";

/// How many connections and streams may be open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Open connections.
    pub connections: usize,
    /// Event streams among them.
    pub streams: usize,
}

impl Limits {
    /// As many as the system allows for, within reason.
    pub fn of_system() -> Limits {
        let limits = fs::read_to_string("/proc/self/limits").ok();
        Limits::with_files(limits.as_deref().and_then(open_files).unwrap_or(256 + OTHER_FILES))
    }

    fn with_files(files: usize) -> Limits {
        let connections = files.saturating_sub(OTHER_FILES).clamp(8, CONNECTIONS);
        Limits { connections, streams: STREAMS.min(connections / 2) }
    }
}

/// Reads the soft limit of open files out of `/proc/self/limits`.
fn open_files(limits: &str) -> Option<usize> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    match line.split_whitespace().next()? {
        "unlimited" => Some(usize::MAX),
        number => number.parse().ok(),
    }
}

/// Accepts connections for ever.
pub async fn accept(listener: TcpListener, router: Router, limits: Limits) {
    let places = Arc::new(Semaphore::new(limits.connections));
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) if is_of_client(&error) => continue,
            Err(_) => {
                sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            refuse(stream);
            continue;
        };
        let router = router.clone();
        tokio::spawn(async move {
            let _place = place;
            serve(stream, router).await;
        });
    }
}

/// Clients that went away before we looked at them.
fn is_of_client(error: &io::Error) -> bool {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Says that there is no place. Neither waits for the client nor insists.
fn refuse(stream: TcpStream) {
    let Ok(mut stream) = stream.into_std() else { return };
    let _ = stream.write_all(FULL);
    // A request that is left unread would have the system take back what was written.
    let _ = stream.read(&mut [0; 4096]);
}

/// Answers the requests of one client until it goes away or takes too long.
async fn serve(stream: TcpStream, router: Router) {
    // Answers are written at once; waiting to fill a packet would only delay them.
    let _ = stream.set_nodelay(true);
    let io = TokioIo::new(Patient::new(stream, WRITE));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(READ).max_buf_size(HEAD_BYTES);
    // Errors are the client's: garbage, or gone. It was told if it still listens.
    let _ = http.serve_connection(io, TowerToHyperService::new(router)).await;
}

/// A stream whose reader must go on reading: a write without progress fails after a while.
struct Patient<S> {
    stream: S,
    limit: Duration,
    /// Set while a write waits.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> Patient<S> {
    fn new(stream: S, limit: Duration) -> Patient<S> {
        Patient { stream, limit, waiting: None }
    }

    /// Passes on what became of a write, unless it waits for too long.
    fn passed<T>(
        &mut self,
        cx: &mut Context<'_>,
        result: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if result.is_ready() {
            self.waiting = None;
            return result;
        }
        let limit = self.limit;
        let until = || Box::pin(tokio::time::sleep_until(Instant::now() + limit));
        let waiting = self.waiting.get_or_insert_with(until);
        waiting.as_mut().poll(cx).map(|()| Err(ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.passed(cx, result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.passed(cx, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use axum::routing::get;

    use super::*;

    #[test]
    fn limits_follow_the_system() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units\n\
            Max processes             63434                63434                processes\n\
            Max open files            1024                 524288               files\n";
        assert_eq!(open_files(limits), Some(1024));
        assert_eq!(open_files("Max open files unlimited unlimited files"), Some(usize::MAX));
        assert_eq!((open_files(""), open_files("Max open files")), (None, None));
        assert_eq!(Limits::with_files(1024), Limits { connections: 960, streams: 480 });
        assert_eq!(Limits::with_files(usize::MAX), Limits { connections: 2048, streams: 1000 });
        assert_eq!(Limits::with_files(0), Limits { connections: 8, streams: 4 });
    }

    /// Takes a number of bytes, then no more.
    struct Stuck(usize);

    impl AsyncWrite for Stuck {
        fn poll_write(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<io::Result<usize>> {
            let taken = self.0.min(bytes.len());
            self.0 -= taken;
            if taken == 0 { Poll::Pending } else { Poll::Ready(Ok(taken)) }
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    /// A runtime whose clock jumps ahead when everybody waits.
    fn impatient() -> tokio::runtime::Runtime {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        builder.enable_all().start_paused(true).build().unwrap()
    }

    #[test]
    fn a_write_without_progress_fails_after_a_while() {
        impatient().block_on(async {
            let start = Instant::now();
            let mut stream = Patient::new(Stuck(3), WRITE);
            let mut write = async || {
                std::future::poll_fn(|cx| Pin::new(&mut stream).poll_write(cx, b"ab")).await
            };
            assert_eq!((write().await.unwrap(), write().await.unwrap()), (2, 1));
            assert_eq!(start.elapsed(), Duration::ZERO);
            assert_eq!(write().await.unwrap_err().kind(), ErrorKind::TimedOut);
            assert!(start.elapsed() >= WRITE);
        });
    }

    #[test]
    fn half_a_request_ends_after_a_while() {
        impatient().block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let mut client = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            client.write_all(b"G").unwrap();
            let (stream, _) = listener.accept().await.unwrap();
            let start = Instant::now();
            serve(stream, Router::new().route("/", get(async || "here"))).await;
            assert!(start.elapsed() >= READ);
            assert_eq!(client.read(&mut [0; 9]).unwrap(), 0);
        });
    }
}
