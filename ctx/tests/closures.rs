//! Bodies that usually upset a bound on `Send`: each compiles as a task and as a carried future.
#![expect(clippy::disallowed_methods, reason = "tests are roots")]

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use ctx::Gate;
use futures_util::future::{BoxFuture, join_all};
use futures_util::stream::{self, FuturesUnordered, StreamExt};

#[derive(Clone, PartialEq, Debug)]
struct TenantId(String);
impl fmt::Display for TenantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
impl ctx::Tenant for TenantId {}
type Ctx = ctx::Ctx<TenantId>;

async fn load(ctx: &Ctx, id: u64) -> String {
    tokio::task::yield_now().await;
    format!("{}:{id}", ctx.tenant())
}

trait Tool: Send + Sync {
    fn run<'a>(&'a self, ctx: &'a Ctx) -> BoxFuture<'a, String>;
}
struct Echo;
impl Tool for Echo {
    fn run<'a>(&'a self, ctx: &'a Ctx) -> BoxFuture<'a, String> {
        Box::pin(load(ctx, 1))
    }
}
trait Store {
    fn get(&self, ctx: &Ctx) -> impl Future<Output = String> + Send;
}
impl Store for Echo {
    async fn get(&self, ctx: &Ctx) -> String {
        load(ctx, 2).await
    }
}
fn deep<'a>(ctx: &'a Ctx, n: u64) -> BoxFuture<'a, u64> {
    Box::pin(async move { if n == 0 { load(ctx, 0).await.len() as u64 } else { deep(ctx, n - 1).await + 1 } })
}

fn boxed<O>(work: impl Future<Output = O> + Send + 'static) -> Pin<Box<dyn Future<Output = O> + Send>> {
    Box::pin(work)
}

macro_rules! runs {
    ($name:ident, $work:expr, $expected:expr) => {
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            let turn = Gate::new().admit(TenantId("a".into()), (), ()).unwrap();
            assert_eq!(turn.spawn($work).await.unwrap(), $expected);
            assert_eq!(boxed(turn.carry($work)).await, $expected);
            let mut set = turn.join_set();
            set.spawn($work);
            assert_eq!(set.join_all().await, vec![$expected]);
        }
    };
}

runs!(plain_call, async move |ctx| load(ctx, 1).await, "a:1");
runs!(named_function, deep_three, 6);
async fn deep_three(ctx: &Ctx) -> u64 {
    deep(ctx, 3).await
}
runs!(
    join_all_over_borrowed_items,
    async move |ctx| {
        let ids = [1, 2];
        join_all(ids.iter().map(|id| load(ctx, *id))).await.concat()
    },
    "a:1a:2"
);
runs!(
    buffered_stream,
    async move |ctx| stream::iter(vec![1, 2]).map(|id| load(ctx, id)).buffered(2).collect::<Vec<_>>().await.concat(),
    "a:1a:2"
);
runs!(
    futures_unordered,
    async move |ctx| {
        let set: FuturesUnordered<_> = (0..3).map(|id| load(ctx, id)).collect();
        set.count().await
    },
    3
);
runs!(
    select_over_boxed_futures,
    async move |ctx| {
        let (one, two): (BoxFuture<'_, String>, BoxFuture<'_, String>) =
            (Box::pin(load(ctx, 1)), Box::pin(std::future::pending()));
        tokio::select! { v = one => v, v = two => v }
    },
    "a:1"
);
runs!(
    nested_spawns,
    async move |ctx| {
        ctx.spawn(async move |ctx| ctx.spawn(async move |ctx| load(ctx, 3).await).await.unwrap()).await.unwrap()
    },
    "a:3"
);
runs!(
    dyn_tools,
    async move |ctx| {
        let tools: Vec<Arc<dyn Tool>> = vec![Arc::new(Echo), Arc::new(Echo)];
        join_all(tools.iter().map(|tool| tool.run(ctx))).await.concat()
    },
    "a:1a:1"
);
runs!(trait_that_returns_a_future, async move |ctx| Echo.get(ctx).await, "a:2");
runs!(recursion, async move |ctx| deep(ctx, 2).await, 5);
runs!(
    question_mark_and_early_return,
    async move |ctx| {
        if load(ctx, 1).await.is_empty() {
            return Err("empty".to_owned());
        }
        let n: u32 = "7".parse().map_err(|_| "no number".to_owned())?;
        Ok(n)
    },
    Ok::<u32, String>(7)
);
runs!(
    derived_inside,
    async move |ctx| {
        let scoped = ctx.with_fields(());
        load(&scoped, 5).await
    },
    "a:5"
);
runs!(until_done_inside, async move |ctx| ctx.until_done(load(ctx, 6)).await.unwrap(), "a:6");

#[tokio::test]
async fn carried_future_need_not_be_send() {
    let turn = Gate::new().admit(TenantId("a".into()), (), ()).unwrap();
    let shared = std::rc::Rc::new(1);
    let work = turn.carry(async move |ctx| {
        let row = load(ctx, *shared).await;
        drop(shared);
        row
    });
    assert_eq!(work.await, "a:1");
}

#[tokio::test]
async fn streams_timers_and_carriers_are_send() {
    let turn = Gate::new().admit(TenantId("a".into()), (), ()).unwrap();
    let body = turn.stream(async move |ctx, out| {
        for id in 0..3 {
            out.send(load(ctx, id).await).await;
        }
    });
    let items: Vec<String> = tokio::spawn(body.collect()).await.unwrap();
    assert_eq!(items, ["a:0", "a:1", "a:2"]);
    let each = turn.carry_each(async move |ctx, id: u64| load(ctx, id).await);
    let rows: Vec<String> = tokio::spawn(stream::iter(1..3).then(each).collect()).await.unwrap();
    assert_eq!(rows, ["a:1", "a:2"]);
    let message = turn.stamp(9);
    let opened = tokio::spawn(message.open(async |ctx: &Ctx, id| load(ctx, id).await)).await.unwrap();
    assert_eq!(opened, "a:9");
    let scoped = tokio::spawn(async move { turn.in_span_async(async |ctx| load(ctx, 4).await).await }).await.unwrap();
    assert_eq!(scoped, "a:4");
}
