//! A look at the lines that are skipped: Python, or something else?

use crate::expr::is_keyword;
use crate::lexer::Tok;

/// Tells Python from other text by its operands and operators taking turns. Meant for lines that
/// are skipped: what it accepts need not be valid in every detail.
#[derive(Default)]
pub(crate) struct LineCheck {
    tokens: u32,
    last: Option<Tok>,
    /// Whether the last token ends an operand.
    operand: bool,
    /// Whether anything is accepted: after a format string, or in a `match` or `type` statement.
    loose: bool,
}

impl LineCheck {
    /// Whether the next token of the line could stand there.
    pub(crate) fn accepts(&mut self, kind: Tok, word: &str) -> bool {
        self.loose |= kind == Tok::FormatStr;
        self.loose |= self.tokens == 0 && matches!(word, "match" | "type" | "case");
        let fits = self.loose || self.fits(kind, word);
        self.operand = ends_operand(kind, word);
        self.tokens += 1;
        self.last = Some(kind);
        fits
    }

    fn fits(&self, kind: Tok, word: &str) -> bool {
        match kind {
            Tok::Name if is_keyword(word) => true,
            Tok::Str => !self.operand || self.last == Some(Tok::Str),
            Tok::Name | Tok::Number | Tok::Open(b'{') => !self.operand,
            Tok::Op if matches!(word, "+" | "~" | "*" | "**") => true,
            Tok::Op => self.operand,
            // `from x import *` may end in an operator.
            Tok::Newline => !matches!(self.last, Some(Tok::Equal | Tok::Minus)),
            _ => true,
        }
    }
}

fn ends_operand(kind: Tok, word: &str) -> bool {
    match kind {
        Tok::Name => !is_keyword(word) || word == "None",
        Tok::Number | Tok::Str | Tok::FormatStr | Tok::Close(_) => true,
        _ => false,
    }
}
