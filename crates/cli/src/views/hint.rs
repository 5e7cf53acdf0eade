//! What to do where something cannot be shown.

/// Advice in the words of those who look: a page has links and addresses, a terminal has commands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// For the dashboard and whoever asks for its addresses.
    pub page: String,
    /// For the command line.
    pub terminal: String,
}

impl Hint {
    /// Different words for each.
    pub fn new(page: impl Into<String>, terminal: impl Into<String>) -> Hint {
        Hint { page: page.into(), terminal: terminal.into() }
    }

    /// The same words for both.
    pub fn both(text: impl Into<String>) -> Hint {
        let text = text.into();
        Hint { page: text.clone(), terminal: text }
    }
}
