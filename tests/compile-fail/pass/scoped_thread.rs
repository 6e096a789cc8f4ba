//! A thread of `std::thread::scope` ends before the scope does: it borrows.

use application::{Ctx, load_now};

fn rows(ctx: &Ctx) -> Vec<String> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = (1..3).map(|id| scope.spawn(move || load_now(ctx, id))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn both_threads_see_the_tenant() {
    assert_eq!(rows(&crate::turn("acme")), ["row 1 of acme", "row 2 of acme"]);
}
