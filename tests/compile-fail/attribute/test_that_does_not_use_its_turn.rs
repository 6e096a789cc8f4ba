// leads to: above attributes that move the body
pub use application::Ctx;

#[ctx::with_ctx(test = make)]
#[test]
fn rows_are_counted() {
    assert_eq!(1 + 1, 2);
}

fn make() -> application::Turn {
    loop {}
}

fn main() {}
