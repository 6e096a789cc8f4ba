// leads to: `#[with_ctx(skip)]`
pub use application::Ctx;

#[ctx::with_ctx]
mod rows {
    use std::fmt;

    pub struct Row;

    impl fmt::Display for Row {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("row")
        }
    }
}

fn main() {
    println!("{}", rows::Row);
}
