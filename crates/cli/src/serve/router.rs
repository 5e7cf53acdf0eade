//! What is answered where.
//!
//! ```text
//! request ──▶ guard (method, name, token) ──▶ /, /app.js, …   the front end
//!                                        ├─▶ /api/events     changes as they happen
//!                                        └─▶ /api/…          a view
//! ```

use std::sync::Arc;

use axum::Router;
use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap};
use axum::http::{StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::routing::get;

use super::answer::{Answer, Content, Wish, later, page, set, trouble};
use super::assets::Assets;
use super::cache::Cache;
use super::events::Hub;
use super::guard::{Guard, secure};
use super::work::Refusal;
use crate::views::{View, ViewError};

/// Everything that answers are made of.
pub struct Site {
    /// Who may look.
    pub guard: Guard,
    /// The views.
    pub cache: Arc<Cache>,
    /// The event streams.
    pub hub: Arc<Hub>,
    /// The front end.
    pub assets: Assets,
}

/// The routes, all of them read-only.
pub fn router(site: Site) -> Router {
    let site = Arc::new(site);
    Router::new()
        .route("/api/events", get(events))
        .fallback(other)
        .layer(middleware::from_fn_with_state(Arc::clone(&site), guarded))
        .with_state(site)
}

/// Asks the guard, and makes every answer safe to show.
async fn guarded(State(site): State<Arc<Site>>, request: Request, next: Next) -> Answer {
    let has_body = request.body().size_hint().exact() != Some(0);
    let (parts, body) = request.into_parts();
    let mut answer = match site.guard.refusal(&parts) {
        Some(refusal) => refusal,
        None => next.run(Request::from_parts(parts, body)).await,
    };
    if has_body {
        // Nobody reads bodies: what follows on this connection is none of our business.
        set(&mut answer, header::CONNECTION, "close");
    }
    secure(&mut answer);
    answer
}

async fn events(State(site): State<Arc<Site>>) -> Answer {
    site.hub.answer()
}

async fn other(State(site): State<Arc<Site>>, uri: Uri, headers: HeaderMap) -> Answer {
    let wish = Wish::of(&headers);
    if uri.path().starts_with("/api") {
        return view(&site, &uri, &wish).await;
    }
    site.assets.answer(uri.path(), &wish).unwrap_or_else(|| {
        let text = "The dashboard is <a href=\"/\">here</a>.";
        page(StatusCode::NOT_FOUND, "There is nothing here", text)
    })
}

async fn view(site: &Site, uri: &Uri, wish: &Wish) -> Answer {
    let Some(view) = View::parse(uri.path(), uri.query().unwrap_or("")) else {
        return no_view(uri);
    };
    match site.cache.get(view).await {
        Ok(content) => packed(site, content, wish).await,
        Err(refusal) => refused(&refusal),
    }
}

/// Packs an answer if that is still to be done; if nobody has time, it is sent as it is.
async fn packed(site: &Site, content: Arc<Content>, wish: &Wish) -> Answer {
    if content.is_to_pack(wish) {
        let content = Arc::clone(&content);
        let _ = site.cache.workers.run(move || content.pack()).await;
    }
    content.answer(wish)
}

fn no_view(uri: &Uri) -> Answer {
    if View::lacks_hash(uri.path()) {
        let hint = "a hash takes at least four hexadecimal digits in lower case, and at most 32";
        return trouble(StatusCode::BAD_REQUEST, "this is no hash of a program", Some(hint));
    }
    let is_path = uri.path() == "/api/compare" || View::parse(uri.path(), "").is_some();
    if is_path {
        let hint = "docs/dashboard.md lists the parameters of each view";
        return trouble(StatusCode::BAD_REQUEST, "the parameters make no sense", Some(hint));
    }
    let hint = "docs/dashboard.md lists the views";
    trouble(StatusCode::NOT_FOUND, "there is no such view", Some(hint))
}

fn refused(refusal: &Refusal) -> Answer {
    match refusal {
        Refusal::View(ViewError::Missing(error, hint)) => {
            trouble(StatusCode::NOT_FOUND, error, Some(&hint.page))
        }
        Refusal::View(ViewError::Trouble(error, hint)) => later(error, hint.as_deref()),
        Refusal::Busy => later("too many views are asked for", Some("try again in a moment")),
        Refusal::Broken => {
            let hint = "please report it, with what batt serve printed on standard error";
            trouble(StatusCode::INTERNAL_SERVER_ERROR, "internal error", Some(hint))
        }
    }
}
