//! A batch has the context of a tenant and not of one of its messages: what its lines show, where its panic is reported, what
//! is left on the thread, and what a batcher and a single flight do for tenants that come mixed.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, Location, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use ctx::{Batch, Gate, Stamped};
use futures_util::FutureExt;
use support::{AgentPin, Lines, PIN_VERSION, TenantId, TurnFields, admit, gate, platform};
use tokio::sync::oneshot;

type Message = Stamped<u32, TenantId, AgentPin, TurnFields>;
type BatchCtx = ctx::Ctx<TenantId, AgentPin>;

fn messages(gate: &Gate) -> Vec<Message> {
    (0..20).map(|number| admit(gate, ["acme", "globex"][number as usize % 2]).stamp(number)).collect()
}

fn current() -> Option<tracing::Id> {
    tracing::Span::current().id()
}

#[track_caller]
fn assert_lines_of(lines: &Lines, message: &str, tenant: &str) {
    let version = PIN_VERSION.to_string();
    let fields = BTreeMap::from([("kind", "flush"), ("tenant", tenant), ("pin", &version)]);
    let fields: BTreeMap<&str, String> = fields.into_iter().map(|(name, value)| (name, value.to_owned())).collect();
    assert_eq!(lines.one(message).fields(), &fields, "{message}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn its_lines_have_tenant_and_pin_and_the_request_of_none() {
    let (gate, lines) = (gate(), Lines::capture());
    let own = tracing::info_span!("own");
    let before = own.id();
    let work = async {
        for batch in Batch::by_tenant(messages(&gate)) {
            let tenant = batch.tenant().0;
            batch
                .open("flush", async |ctx: &BatchCtx, numbers| {
                    assert_eq!((numbers.len(), numbers[0] % 2), (10, u32::from(tenant == "globex")));
                    ctx::info!(ctx, "{}", lines.text(tenant));
                    tokio::task::yield_now().await;
                    tracing::info!("{}", lines.text(format_args!("{tenant}, plain")));
                })
                .await;
            assert_eq!(current(), before, "put back");
        }
    };
    tracing::Instrument::instrument(work, own).await;
    for tenant in ["acme", "globex"] {
        assert_lines_of(&lines, tenant, tenant);
        assert_lines_of(&lines, &format!("{tenant}, plain"), tenant);
    }
    assert_eq!(gate.live(), 0);
}

#[tokio::test]
async fn a_panic_of_it_is_reported_once_with_its_tenant_and_the_line_that_opened_it() {
    let (gate, lines) = (gate(), Lines::capture());
    let text = lines.text("no table");
    let batch = Batch::by_tenant([admit(&gate, "acme").stamp(1), admit(&gate, "acme").stamp(2)]).remove(0);
    let (site, opened) = (Location::caller(), batch.open("flush", async |_: &BatchCtx, _| -> () { panic!("{text}") }));
    assert!(AssertUnwindSafe(opened).catch_unwind().await.is_err());
    let report = lines.one("no table");
    assert_eq!(
        (report.tenant(), report.field("hop"), report.field("kind")),
        (Some("acme"), Some("batch"), Some("flush"))
    );
    assert_eq!(report.field("request_id"), None);
    let line = report.field("spawned_at").expect("it says where").rsplit(':').nth(1).map(str::to_owned);
    assert_eq!(line, Some(site.line().to_string()));

    let batch = Batch::by_tenant([admit(&gate, "globex").stamp(1)]).remove(0);
    let text = lines.text("no row");
    let panicked = catch_unwind(AssertUnwindSafe(|| batch.open_sync("flush", |_, _| panic!("{text}"))));
    assert!(panicked.is_err() && current().is_none());
    assert_eq!(lines.one("no row").tenant(), Some("globex"));
    assert_eq!(gate.live(), 0);
}

#[tokio::test]
async fn what_it_holds_is_dropped_inside_its_span() {
    struct Logs(String);
    impl Drop for Logs {
        fn drop(&mut self) {
            tracing::info!("{}", self.0);
        }
    }
    let (gate, lines) = (gate(), Lines::capture());
    let batch = Batch::by_tenant([admit(&gate, "acme").stamp(Logs(lines.text("dropped")))]).remove(0);
    let mut opened = Box::pin(batch.open("flush", async |_: &BatchCtx, values| {
        let _values = values;
        std::future::pending::<()>().await
    }));
    assert_eq!(opened.as_mut().now_or_never(), None);
    drop(opened);
    assert_lines_of(&lines, "dropped", "acme");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batcher_writes_each_tenants_values_under_that_tenant() {
    let (gate, lines) = (gate(), Lines::capture());
    let marked = lines.clone();
    let batcher = ctx::Batcher::<u32, TenantId, AgentPin, TurnFields>::builder("flush")
        .collect_for(Duration::from_millis(1))
        .max_size(7)
        .start(&platform(&gate, "service"), async move |_, numbers| {
            for number in numbers {
                tracing::info!("{}", marked.text(number));
                tokio::task::yield_now().await;
            }
        });
    let senders = (0..4).map(|sender| {
        let (batcher, turn) = (batcher.clone(), admit(&gate, ["acme", "globex"][sender as usize % 2]));
        turn.spawn(async move |ctx| {
            for number in 0..25 {
                batcher.send(ctx, sender * 25 + number).await.expect("it runs");
            }
        })
    });
    for sender in senders.collect::<Vec<_>>() {
        sender.await.expect("it sends");
    }
    assert!(gate.drain(Duration::from_secs(20)).await.is_clean());
    for number in 0..100 {
        assert_lines_of(&lines, &number.to_string(), ["acme", "globex"][number / 25 % 2]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shared_work_has_the_first_callers_context_and_its_panic_is_reported_once() {
    let (gate, lines) = (gate(), Lines::capture());
    let flight = Arc::new(ctx::SingleFlight::<u32, String, TenantId, AgentPin>::new("lookup"));
    let (first, second) = (admit(&gate, "acme"), admit(&gate, "acme"));
    let (begin, begun) = oneshot::channel();
    let (go, goes) = oneshot::channel::<()>();
    let text = lines.text("looked up");
    let (leader, joins) = (Arc::clone(&flight), Arc::clone(&flight));
    let one = first.spawn(async move |ctx| {
        let work = async move |ctx: &support::Ctx| {
            let _ = begin.send(());
            let _ = goes.await;
            tracing::info!("{text}");
            ctx.kind().to_owned()
        };
        leader.run(ctx, 7, work).await
    });
    begun.await.expect("it begins");
    let mut two = Box::pin(joins.run(&second, 7, async |_| unreachable!("it is under way")));
    assert_eq!(two.as_mut().now_or_never(), None);
    // The first caller's task is gone, and with it its turn.
    let request = first.fields().request_id.to_string();
    first.cancel();
    one.abort();
    assert!(one.await.is_err());
    drop(first);
    let _ = go.send(());
    assert_eq!(two.await, Ok("lookup".to_owned()));
    let line = lines.one("looked up");
    assert_eq!((line.tenant(), line.field("request_id")), (Some("acme"), Some(request.as_str())));

    let text = lines.text("no row");
    let site = Location::caller();
    let call = |text: String| flight.run(&second, 8, async move |_| panic!("{text}"));
    let (one, two) = tokio::join!(call(text.clone()), call(text));
    assert!(one.unwrap_err().is_panicked() && two.unwrap_err().is_panicked());
    let report = lines.one("no row");
    assert_eq!((report.tenant(), report.field("hop")), (Some("acme"), Some("single flight")));
    let expected = format!("{}:{}:", site.file(), site.line() + 1);
    assert!(report.field("spawned_at").is_some_and(|at| at.starts_with(&expected)), "{report:?}");
}
