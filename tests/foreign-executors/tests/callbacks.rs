//! Callbacks of every shape that libraries ask for, each made from a context.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, mpsc};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use support::{Ctx, Lines, TenantId, admit, gate, panic_of, platform, raw};
use tower::{ServiceExt, service_fn};
use tracing::Span;

type Sum = dyn Fn(&[u32]) -> u32 + Send + Sync;

/// Shapes that are given to another thread.
struct Asked {
    once: Box<dyn FnOnce() -> usize + Send>,
    once_with: Box<dyn FnOnce(u32, &'static str) -> String + Send>,
    each: Box<dyn FnMut(u32) -> u32 + Send>,
    each_lent: Box<dyn FnMut(&str) -> usize + Send>,
    shared: Arc<dyn Fn(u32, u32) -> String + Send + Sync>,
    shared_lent: Arc<Sum>,
}

fn asked(ctx: &Ctx) -> Asked {
    let once_with = ctx.bind_once(|ctx, (number, text)| format!("{number} {text} {}", ctx.tenant()));
    let shared = ctx.bind_fn(|ctx, (from, to): (u32, u32)| format!("{from}..{to} {}", ctx.tenant()));
    let (mut sum, mut longest) = (0, 0);
    Asked {
        once: Box::new(ctx.bind(|ctx| ctx.tenant().0.len())),
        once_with: Box::new(move |number, text| once_with((number, text))),
        each: Box::new(ctx.bind_mut(move |_, number| {
            sum += number;
            sum
        })),
        each_lent: Box::new(ctx.bind_mut_ref(move |_, text: &str| {
            longest = longest.max(text.len());
            longest
        })),
        shared: Arc::new(move |from, to| shared((from, to))),
        shared_lent: Arc::new(ctx.bind_fn_ref(|_, rows: &[u32]| rows.iter().sum())),
    }
}

#[test]
fn every_shape_crosses_threads() {
    let gate = gate();
    let mut asked = asked(&admit(&gate, "acme"));
    let thread = raw::thread(move || {
        assert_eq!((asked.once)(), 4);
        assert_eq!((asked.once_with)(7, "rows"), "7 rows acme");
        assert_eq!(((asked.each)(3), (asked.each)(4)), (3, 7));
        let lent = "a line".to_owned();
        assert_eq!(((asked.each_lent)(&lent), (asked.each_lent)("no")), (6, 6));
        let (shared, shared_lent) = (Arc::clone(&asked.shared), Arc::clone(&asked.shared_lent));
        let other = raw::thread(move || (shared(1, 2), shared_lent(&[1, 2, 3])));
        assert_eq!((asked.shared)(3, 4), "3..4 acme");
        assert_eq!(other.join().expect("no panic"), ("1..2 acme".to_owned(), 6));
    });
    assert!(thread.join().is_ok());
    assert_eq!(gate.live(), 0);
}

/// What a callback holds need not be `Send`, when nobody asks that it is.
#[tokio::test]
async fn shapes_that_stay_on_their_thread() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let seen = Rc::new(RefCell::new(Vec::new()));
    let [one, two, three, four] = [(); 4].map(|()| Rc::clone(&seen));
    let once: Box<dyn FnOnce()> =
        Box::new(turn.bind(move |ctx| one.borrow_mut().push(format!("once {}", ctx.tenant()))));
    let each: Rc<dyn Fn(u32)> = Rc::new(turn.bind_fn(move |_, number| two.borrow_mut().push(format!("each {number}"))));
    let future: Pin<Box<dyn Future<Output = ()>>> =
        Box::pin(turn.carry(async move |ctx| three.borrow_mut().push(format!("future {}", ctx.tenant()))));
    let loads = turn.carry_each_local(async move |ctx, number: u32| {
        tokio::task::yield_now().await;
        four.borrow_mut().push(format!("load {number} {}", ctx.tenant()));
    });
    drop(turn);
    once();
    each(1);
    assert_unpin(future).await;
    (0..2).map(loads.clone()).collect::<FuturesUnordered<_>>().collect::<Vec<_>>().await;
    seen.borrow_mut().sort();
    assert_eq!(*seen.borrow(), ["each 1", "future acme", "load 0 acme", "load 1 acme", "once acme"]);
    drop((loads, each));
    assert_eq!(gate.live(), 0);
}

/// Boxed, a carried future is `Unpin`.
fn assert_unpin<F: Future + Unpin>(future: F) -> F {
    future
}

/// Arguments that are lent mutably, several that are lent, results that borrow from them: a message that is looked at.
#[test]
fn shapes_that_no_call_is_named_for() {
    struct Row {
        tenant: String,
        columns: Vec<u32>,
    }
    type Fill = Box<dyn Fn(&mut Row, &str) -> usize + Send + Sync>;
    type Pick = Box<dyn for<'r> Fn(&'r Row) -> &'r u32 + Send + Sync>;

    let gate = gate();
    let (fill, pick) = (admit(&gate, "acme").stamp(3), admit(&gate, "acme").stamp(()));
    let fill: Fill = Box::new(move |row, suffix| {
        fill.inspect(|ctx, column| {
            row.tenant = format!("{}{suffix}", ctx.tenant());
            row.columns.push(*column);
            row.columns.len()
        })
    });
    let pick: Pick = Box::new(move |row| pick.inspect(|ctx, ()| &row.columns[ctx.tenant().0.len() - 4]));
    let mut row = Row { tenant: String::new(), columns: Vec::new() };
    assert_eq!(fill(&mut row, "!"), 1);
    assert_eq!((row.tenant.as_str(), pick(&row)), ("acme!", &3));
}

/// A library of C: a function and a number that it gives back. The number finds the closure, which brings the context.
#[test]
fn a_function_and_user_data() {
    type OnEvent = fn(user_data: usize, event: i32);
    type Bound = Box<dyn FnMut(i32) + Send>;
    static REGISTERED: Mutex<BTreeMap<usize, Bound>> = Mutex::new(BTreeMap::new());

    fn library(on_event: OnEvent, user_data: usize) {
        on_event(user_data, 5);
        on_event(user_data, 6);
    }
    fn on_event(user_data: usize, event: i32) {
        if let Some(bound) = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner).get_mut(&user_data) {
            bound(event);
        }
    }

    let (gate, lines) = (gate(), Lines::capture());
    for (user_data, tenant) in [(1, "acme"), (2, "globex")] {
        let texts = lines.clone();
        let bound = admit(&gate, tenant).bind_mut(move |ctx, event: i32| {
            tracing::info!("{}", texts.text(format_args!("{event} of {}", ctx.tenant())));
        });
        REGISTERED.lock().unwrap_or_else(PoisonError::into_inner).insert(user_data, Box::new(bound));
    }
    for user_data in [2, 1] {
        library(on_event, user_data);
    }
    for tenant in ["acme", "globex"] {
        assert_eq!(lines.one(&format!("5 of {tenant}")).tenant(), Some(tenant));
        assert_eq!(lines.one(&format!("6 of {tenant}")).tenant(), Some(tenant));
    }
    assert_eq!(gate.live(), 2);
    // Who unregisters lets go of the turn.
    REGISTERED.lock().unwrap_or_else(PoisonError::into_inner).clear();
    assert_eq!(gate.live(), 0);
}

/// A value that is made at its first use borrows, and so cannot keep who used it first.
#[test]
fn a_value_made_at_its_first_use() {
    static GREETING: OnceLock<String> = OnceLock::new();
    fn greeting(ctx: &Ctx) -> String {
        let of_all = GREETING.get_or_init(|| "hello".to_owned());
        format!("{of_all} {}", ctx.tenant())
    }
    let gate = gate();
    assert_eq!(greeting(&admit(&gate, "acme")), "hello acme");
    assert_eq!(greeting(&admit(&gate, "globex")), "hello globex");
    assert_eq!(gate.live(), 0);
}

/// A signal or a change of a file is of no tenant's: its handler is made from platform work, which it keeps.
#[test]
fn a_handler_of_the_process() {
    type OnSignal = Box<dyn Fn() + Send + Sync>;
    let (gate, lines) = (gate(), Lines::capture());
    let (start_up, text) = (platform(&gate, "signals"), lines.text("told to reload"));
    let bound = start_up.bind_fn(move |_, ()| tracing::info!("{text}"));
    let on_signal: OnSignal = Box::new(move || bound(()));
    drop(start_up);
    // It may come while a tenant's work is on the thread.
    admit(&gate, "acme").in_span(|_| on_signal());
    let line = lines.one("told to reload");
    assert_eq!((line.tenant(), line.field("kind")), (None, Some("signals")));
}

/// A service: built once with platform work, called with requests that bring their own context.
#[tokio::test]
async fn a_service_of_tower() {
    let gate = gate();
    let start_up = platform(&gate, "start-up");
    let admitting = gate.clone();
    let service = service_fn(start_up.carry_each(async move |_, tenant: &'static str| {
        let turn = admit(&admitting, tenant);
        turn.run(async |ctx| ctx.tenant().to_string()).await
    }));
    for tenant in ["acme", "globex"] {
        assert_eq!(service.clone().oneshot(tenant).await.ok().as_deref(), Some(tenant));
    }
}

/// A lazy iterator that another thread runs.
#[test]
fn an_iterator_that_crosses_threads() {
    let (gate, lines) = (gate(), Lines::capture());
    let text = lines.text("mapped");
    let rows = (0..3).map(admit(&gate, "acme").bind_mut(move |ctx, id: u32| {
        tracing::info!("{text}");
        format!("{} {id}", ctx.tenant())
    }));
    let thread = raw::thread(move || rows.collect::<Vec<_>>());
    assert_eq!(thread.join().expect("no panic"), ["acme 0", "acme 1", "acme 2"]);
    assert!(lines.with("mapped").iter().all(|line| line.tenant() == Some("acme")));
    assert_eq!(gate.live(), 0);
}

/// A panic of a callback is reported once, as the turn's that registered it, and leaves no span behind.
#[test]
fn a_panic_of_a_callback() {
    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    let [once, each, lent] = ["once", "each", "lent"].map(|text| lines.text(text));
    let (once_with, once_line) = (turn.bind_once(move |_, ()| -> TenantId { panic!("{once}") }), line!());
    let (mut each_lent, each_line) = (turn.bind_mut_ref(move |_, _: &str| -> usize { panic!("{each}") }), line!());
    let (shared_lent, lent_line) = (turn.bind_fn_ref(move |_, _: &str| -> usize { panic!("{lent}") }), line!());
    assert_eq!(panic_of(|| once_with(())).message, lines.text("once"));
    assert_eq!(panic_of(|| each_lent("row")).message, lines.text("each"));
    assert_eq!(panic_of(|| shared_lent("row")).message, lines.text("lent"));
    for (text, line) in [("once", once_line), ("each", each_line), ("lent", lent_line)] {
        let report = lines.one(text);
        assert_eq!((report.tenant(), report.field("hop")), (Some("acme"), Some("bound closure")));
        assert!(
            report.field("spawned_at").is_some_and(|at| at.contains(&format!("callbacks.rs:{line}:"))),
            "{report:?}"
        );
    }
    assert!(Span::current().is_none());
}

/// A thread started by a library that takes a closure.
#[test]
fn a_librarys_thread() {
    fn library(work: impl FnOnce(mpsc::Sender<u32>) + Send + 'static) -> mpsc::Receiver<u32> {
        let (sender, receiver) = mpsc::channel();
        raw::thread(move || work(sender));
        receiver
    }
    let gate = gate();
    let rows = library(admit(&gate, "acme").bind_once(|ctx, out: mpsc::Sender<u32>| {
        for row in 0..ctx.tenant().0.len() as u32 {
            assert!(out.send(row).is_ok());
        }
    }));
    assert_eq!(rows.iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
}
