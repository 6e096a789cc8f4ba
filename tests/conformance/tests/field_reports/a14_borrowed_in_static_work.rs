//! A function takes `ctx: &Ctx` and starts `'static` work with it: E0521 by hand, and leaks or pointers as a way out. Here it
//! compiles without a clone that the user writes. That sharing does not copy: `tests/sharing_is_cheap.rs`.

use std::time::Duration;

use ctx::hops::{Attached, Detached};
use ctx::with_ctx;
use support::{admit, gate, raw};

#[derive(Debug, PartialEq)]
struct Row(String);

#[with_ctx]
fn load(id: u64) -> Row {
    Row(format!("{} {id} v{}", ctx.tenant(), ctx.pin().version))
}

#[with_ctx]
async fn blocking(id: u64) -> Row {
    ctx.spawn_blocking(move |ctx| load(ctx, id)).await.unwrap()
}

#[with_ctx]
async fn task(id: u64) -> Row {
    ctx.spawn(async move |ctx| load(ctx, id)).await.unwrap()
}

#[with_ctx]
async fn thread(id: u64) -> Row {
    raw::joined(ctx.thread("load", move |ctx| load(ctx, id)).unwrap()).await.unwrap()
}

#[with_ctx]
async fn set(id: u64) -> Row {
    let mut set = ctx.join_set();
    set.spawn_blocking(move |ctx| load(ctx, id));
    set.join_next().await.unwrap().unwrap()
}

#[with_ctx]
async fn later(id: u64) -> Row {
    ctx.after(Attached, Duration::from_millis(1), async move |ctx| load(ctx, id)).await.unwrap().unwrap()
}

#[with_ctx]
async fn interval(id: u64) -> Row {
    let (sender, mut rows) = tokio::sync::mpsc::channel(1);
    let timer = ctx.every(Detached("load"), Duration::from_millis(1), async move |ctx| {
        // The first row is enough: nobody takes a second.
        let _ = sender.send(load(ctx, id)).await;
    });
    let row = rows.recv().await.unwrap();
    timer.abort();
    row
}

#[with_ctx]
async fn in_pool(pool: &ctx::Pool, id: u64) -> Row {
    pool.submit(ctx, move |ctx| load(ctx, id)).unwrap().await.unwrap()
}

#[with_ctx]
async fn in_pool_with_room(pool: &ctx::Pool, id: u64) -> Row {
    pool.submit_async(ctx, move |ctx| load(ctx, id)).await.unwrap().await.unwrap()
}

#[with_ctx]
async fn rayon_job(id: u64) -> Row {
    let (sender, row) = tokio::sync::oneshot::channel();
    ctx.rayon().spawn(move |ctx| sender.send(load(ctx, id)).unwrap());
    row.await.unwrap()
}

#[with_ctx]
async fn foreign(id: u64) -> Row {
    raw::joined(raw::thread(ctx.bind(move |ctx| load(ctx, id)))).await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn each_hop_from_a_borrowed_ctx() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let expected = Row("acme 7 v4".to_owned());
    assert_eq!(blocking(&turn, 7).await, expected);
    assert_eq!(task(&turn, 7).await, expected);
    assert_eq!(thread(&turn, 7).await, expected);
    assert_eq!(set(&turn, 7).await, expected);
    assert_eq!(later(&turn, 7).await, expected);
    assert_eq!(interval(&turn, 7).await, expected);
    let pool = ctx::Pool::builder().threads(1).build().unwrap();
    assert_eq!(in_pool(&turn, &pool, 7).await, expected);
    assert_eq!(in_pool_with_room(&turn, &pool, 7).await, expected);
    assert_eq!(rayon_job(&turn, 7).await, expected);
    assert_eq!(foreign(&turn, 7).await, expected);
    drop(turn);
    gate.idle().await;
}
