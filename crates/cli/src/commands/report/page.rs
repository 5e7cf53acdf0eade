//! The page of a report: the front end with everything it needs inside.

use std::ops::Range;

use sha2::{Digest, Sha256};

use super::pack::base64;

const INDEX: &str = include_str!("../../../../../web/dist/index.html");
const STYLE: &str = include_str!("../../../../../web/dist/app.css");
const SCRIPT: &str = include_str!("../../../../../web/dist/app.js");
const ICON: &str = include_str!("../../../../../web/dist/icon.svg");

/// The page with its title and its views, which are base64.
pub fn assembled(title: &str, views: &str) -> String {
    // A script ends at the first `</script`, wherever that stands; in strings of ours `<\/` is
    // the same.
    let script = SCRIPT.replace("</script", "<\\/script").replace("<!--", "<\\!--");
    let style = STYLE.replace("</style", "<\\/style");
    let icon = format!("data:image/svg+xml;base64,{}", base64(ICON.as_bytes()));
    let mut page = INDEX.to_string();
    let scripts = format!(
        "<script type=\"application/octet-stream\" id=\"views\">{views}</script>\n<script>{script}</script>"
    );
    swap(&mut page, "<script", "src=\"app.js\"", "</script>", &scripts);
    swap(&mut page, "<link", "href=\"app.css\"", ">", &format!("<style>{style}</style>"));
    swap(
        &mut page,
        "<link",
        "href=\"icon.svg\"",
        ">",
        &format!("<link rel=\"icon\" href=\"{icon}\">"),
    );
    swap(&mut page, "<title", ">", "</title>", &format!("<title>{}</title>", escaped(title)));
    let policy = format!("<head>\n{}", policy(&script, &style));
    swap(&mut page, "<head", ">", "", &policy);
    page
}

/// Nothing may be loaded, and nothing runs but these two texts.
fn policy(script: &str, style: &str) -> String {
    let hash = |text: &str| format!("'sha256-{}'", base64(&Sha256::digest(text.as_bytes())));
    let (script, style) = (hash(script), hash(style));
    format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {script}; \
         style-src {style}; img-src data:; base-uri 'none'; form-action 'none'\">"
    )
}

/// Puts text in the place of the first element that begins so, holds that, and ends so.
fn swap(page: &mut String, begin: &str, holds: &str, end: &str, text: &str) {
    if let Some(range) = element(page, begin, holds, end) {
        page.replace_range(range, text);
    }
}

fn element(page: &str, begin: &str, holds: &str, end: &str) -> Option<Range<usize>> {
    page.match_indices(begin).find_map(|(start, _)| {
        let close = start + page[start..].find('>')?;
        let inside = start + page[start..=close].find(holds)? + holds.len();
        let stop = if end == ">" { close } else { inside + page[inside..].find(end)? };
        Some(start..stop + end.len())
    })
}

fn escaped(text: &str) -> String {
    let shown: String = text.chars().filter(|c| !c.is_control()).collect();
    shown.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_inside() {
        let page = assembled("a <b> & \"c\"", "VIEWS");
        assert!(page.contains("<title>a &lt;b&gt; &amp; &quot;c&quot;</title>"), "{page}");
        assert!(page.contains("id=\"views\">VIEWS</script>"));
        assert!(page.contains("<meta http-equiv=\"Content-Security-Policy\""));
        let elements = page.replace(SCRIPT, "").replace(STYLE, "");
        for outside in ["app.js", "app.css", "icon.svg", "src=", "http:", "https:"] {
            assert!(!elements.contains(outside), "{outside}: {elements}");
        }
        assert_eq!(page.matches("<script").count() - SCRIPT.matches("<script").count(), 2);
        let policy = page.find("Content-Security-Policy").unwrap();
        assert!(policy < page.find("<style>").unwrap() && policy < page.find("<link").unwrap());
    }

    #[test]
    fn elements_are_found_whole() {
        let page = "<p><a b=\"1\"></a><a c=\"2\">x</a></p>";
        assert_eq!(&page[element(page, "<a", "c=\"2\"", "</a>").unwrap()], "<a c=\"2\">x</a>");
        assert_eq!(&page[element(page, "<a", "b=\"1\"", ">").unwrap()], "<a b=\"1\">");
        assert_eq!(element(page, "<a", "d=", ">"), None);
        assert_eq!(&page[element(page, "<p", ">", "").unwrap()], "<p>");
    }
}
