//! `spawn_local` and `carry` ask for nothing that tokio does not ask for.

use std::rc::Rc;

use application::load;

#[tokio::test]
async fn an_rc_lives_over_the_await() {
    let turn = crate::turn("acme");
    let count = Rc::new(1);
    let counted = Rc::clone(&count);
    let work = async move || turn.spawn_local(async move |ctx| load(ctx, *counted).await).await.unwrap();
    assert_eq!(tokio::task::LocalSet::new().run_until(work()).await, "row 1 of acme");
    assert_eq!(Rc::strong_count(&count), 1);
}
