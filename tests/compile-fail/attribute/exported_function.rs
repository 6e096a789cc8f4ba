// leads to: a function that this one calls
pub use application::Ctx;

#[ctx::with_ctx]
#[unsafe(no_mangle)]
pub fn callback(code: i32) -> i32 {
    code
}

fn main() {}
