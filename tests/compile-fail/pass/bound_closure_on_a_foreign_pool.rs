//! `bind`, `bind_mut` and `bind_fn` give what any pool or registry of callbacks takes.

use application::{Ctx, load_now};

type Once = Box<dyn FnOnce() -> String + Send>;
type Again = Box<dyn FnMut(u64) -> String + Send>;
type Anywhere = Box<dyn Fn(u64) -> String + Send + Sync>;

fn callbacks(ctx: &Ctx) -> (Once, Again, Anywhere) {
    let mut seen = 0;
    let counted = move |ctx: &Ctx, id| {
        seen += 1;
        format!("{seen}: {}", load_now(ctx, id))
    };
    (Box::new(ctx.bind(|ctx| load_now(ctx, 1))), Box::new(ctx.bind_mut(counted)), Box::new(ctx.bind_fn(load_now)))
}

#[test]
fn they_outlive_the_turn() {
    let turn = crate::turn("acme");
    let (once, mut again, anywhere) = callbacks(&turn);
    drop(turn);
    assert_eq!(once(), "row 1 of acme");
    assert_eq!([again(2), again(3)], ["1: row 2 of acme", "2: row 3 of acme"]);
    assert_eq!([anywhere(4), anywhere(5)], ["row 4 of acme", "row 5 of acme"]);
}
