//! The front end: files that are built from `web/` and embedded in the command.

use super::answer::{Answer, Content, HTML, Wish};

const FILES: [(&str, &str, &[u8]); 4] = [
    ("/", HTML, include_bytes!("../../../../web/dist/index.html")),
    ("/app.js", "text/javascript; charset=utf-8", include_bytes!("../../../../web/dist/app.js")),
    ("/app.css", "text/css; charset=utf-8", include_bytes!("../../../../web/dist/app.css")),
    ("/icon.svg", "image/svg+xml", include_bytes!("../../../../web/dist/icon.svg")),
];

/// The files by path.
pub struct Assets(Vec<(&'static str, Content)>);

impl Assets {
    /// Packs them once.
    pub fn new() -> Assets {
        let packed = |(path, kind, bytes): (&'static str, &'static str, &'static [u8])| {
            let content = Content::new(kind, bytes);
            content.pack();
            (path, content)
        };
        Assets(FILES.map(packed).into())
    }

    /// The file at a path, if there is one.
    pub fn answer(&self, path: &str, wish: &Wish) -> Option<Answer> {
        let (_, content) = self.0.iter().find(|(known, _)| *known == path)?;
        Some(content.answer(wish))
    }
}
