// leads to: has 2
pub use application::Ctx;
use std::fmt;

pub struct Row;

impl fmt::Display for Row {
    #[ctx::with_ctx]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("row")
    }
}

fn main() {}
