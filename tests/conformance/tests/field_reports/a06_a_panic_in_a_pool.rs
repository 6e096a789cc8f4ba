//! A panic on a pool's or on rayon's thread, with the handle dropped: it is reported with its request, and the thread serves
//! the next tenant. In rayon it would end the process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use ctx::Pool;
use ctx::hops::AfterPanic;
use rayon::{ThreadPool, ThreadPoolBuilder};
use support::{Lines, Turn, admit, gate};

/// Name, line, and how to start work that panics with this text and let go of it.
type Helper = (&'static str, u32, fn(&Turn, &Pool, &ThreadPool, String));

#[rustfmt::skip]
const HELPERS: [Helper; 5] = [
    ("pool job", line!(), |turn, pool, _, text| drop(pool.submit(turn, move |_| boom(text)))),
    ("rayon job", line!(), |turn, _, rayon, text| turn.rayon_in(rayon).spawn(move |_| boom(text))),
    ("rayon job", line!(), |turn, _, rayon, text| turn.rayon_in(rayon).spawn_fifo(move |_| boom(text))),
    ("rayon job", line!(), |turn, _, rayon, text| turn.rayon_in(rayon).spawn_broadcast(move |_, _| boom(text.clone()))),
    ("rayon job", line!(), |turn, _, rayon, text| drop(catch_unwind(AssertUnwindSafe(|| turn.rayon_in(rayon).install(|_| boom(text)))))),
];

fn boom(text: String) {
    panic!("{text}")
}

#[test]
fn every_helper_reports_tenant_request_and_line() {
    let pool = Pool::builder().threads(1).build().unwrap();
    let rayon = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let (gate, lines) = (gate(), Lines::capture());
    let (turn, other) = (admit(&gate, "acme"), admit(&gate, "globex"));
    let request = turn.fields().request_id.to_string();
    for (at, (_, _, start)) in HELPERS.iter().enumerate() {
        start(&turn, &pool, &rayon, lines.text(at));
    }
    // Another tenant on the same threads.
    let texts = ["other in the pool", "other in rayon"].map(|message| lines.text(message));
    let [in_pool, in_rayon] = texts;
    pool.submit(&other, move |_| tracing::info!("{in_pool}")).unwrap().wait().unwrap();
    other.rayon_in(&rayon).install(|_| tracing::info!("{in_rayon}"));
    drop((turn, other));
    assert!(gate.drain_blocking(Duration::from_secs(20)).is_clean());
    for (at, (hop, line, _)) in HELPERS.iter().enumerate() {
        let report = lines.one(&at.to_string());
        assert_eq!(report.target, "ctx::panic");
        assert_eq!((report.tenant(), report.field("request_id")), (Some("acme"), Some(&*request)), "{hop}");
        assert_eq!(report.field("hop"), Some(*hop));
        let site = report.field("spawned_at").unwrap();
        assert!(site.starts_with(&format!("{}:{line}:", file!())), "{hop}: {site}, not line {line}");
    }
    for message in ["other in the pool", "other in rayon"] {
        assert_eq!(lines.one(message).tenant(), Some("globex"));
    }
}

#[test]
fn the_payload_reaches_the_handle_unchanged() {
    #[derive(Debug, PartialEq)]
    struct Payload(u32);

    let pool = Pool::builder().threads(1).build().unwrap();
    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    let panics = pool.submit(&turn, |_| -> () { std::panic::panic_any(Payload(7)) }).unwrap();
    let payload = panics.wait().unwrap_err().try_into_panic().unwrap();
    assert_eq!(payload.downcast_ref(), Some(&Payload(7)));

    // Out of `broadcast` and `install` to the caller, whose own hop does not report it again.
    let rayon = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    for text in [lines.text("installed"), lines.text("broadcast")] {
        let install = text.ends_with("installed");
        let bound = turn.bind(|ctx| {
            let rayon = ctx.rayon_in(&rayon);
            if install { rayon.install(|_| boom(text)) } else { drop(rayon.broadcast(|_, _| boom(text.clone()))) }
        });
        assert!(catch_unwind(AssertUnwindSafe(bound)).is_err());
    }
    for message in ["installed", "broadcast"] {
        assert_eq!(lines.one(message).field("hop"), Some("rayon job"));
    }
}

#[test]
fn the_thread_is_kept_or_replaced() {
    for (after_panic, is_kept) in [(AfterPanic::KeepThread, true), (AfterPanic::ReplaceThread, false)] {
        let pool = Pool::builder().threads(1).after_panic(after_panic).build().unwrap();
        let gate = gate();
        let turn = admit(&gate, "acme");
        let thread = || pool.submit(&turn, |_| std::thread::current().id()).unwrap().wait().unwrap();
        let before = thread();
        assert_eq!(thread(), before);
        assert!(pool.submit(&turn, |_| boom("boom".to_owned())).unwrap().wait().unwrap_err().is_panic());
        assert_eq!(thread() == before, is_kept, "{after_panic:?}");
        assert_eq!(pool.threads(), 1);
        assert!(pool.drain_blocking(Duration::from_secs(20)).is_clean());
    }
}
