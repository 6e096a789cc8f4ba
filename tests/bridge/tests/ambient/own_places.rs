//! Places that the application describes, and describes wrong.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use bridge::{Old, gate, with_borrowed_tenant};
use ctx::bridge::{Ambient, Shown, around};
use support::{TenantId, admit, panic_of};

thread_local! {
    static STACK: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

/// Puts back nothing while it unwinds, and need not.
struct Stack;

impl Ambient for Stack {
    type Value = Option<TenantId>;

    fn value(&self, shown: &Shown<'_>) -> Option<TenantId> {
        shown.tenant().copied()
    }

    fn within(&self, tenant: &mut Option<TenantId>, run: &mut dyn FnMut()) {
        STACK.with_borrow_mut(|stack| stack.push(tenant.map_or("nobody", |tenant| tenant.0)));
        run();
        STACK.with_borrow_mut(|stack| stack.pop());
    }
}

fn stack() -> Vec<&'static str> {
    STACK.with_borrow(Clone::clone)
}

#[test]
fn a_place_of_its_own_kind() {
    let gate = gate();
    gate.bridge(Stack);
    let turn = admit(&gate, "acme");
    let seen = turn.in_span(|ctx| ctx.platform("sweep", ()).in_span(|_| stack()));
    assert_eq!(seen, ["acme", "nobody"]);
    assert_eq!(panic_of(|| turn.in_span(|_| panic!("boom"))).message, "boom");
    assert!(stack().is_empty());
}

#[test]
fn one_that_panics_leaves_the_others_put_back() {
    let gate = gate();
    gate.bridge(Stack);
    gate.bridge(around(|_| (), |(), _| panic!("in the place")));
    let turn = admit(&gate, "acme");
    assert_eq!(panic_of(|| turn.bind(|_| ())()).message, "in the place");
    assert!(stack().is_empty());
    assert_eq!(Old::here(), Old::NOTHING);
}

#[test]
fn one_that_panics_after_a_panic() {
    let gate = gate();
    gate.bridge(Stack);
    gate.bridge(around(
        |_| (),
        |(), run| {
            run();
            panic!("in the place");
        },
    ));
    let turn = admit(&gate, "acme");
    let payload = catch_unwind(AssertUnwindSafe(|| turn.bind(|_| panic!("in the work"))())).unwrap_err();
    assert_eq!(payload.downcast_ref(), Some(&"in the place"));
    assert!(stack().is_empty());
}

#[test]
fn one_that_does_not_run_the_work_or_twice() {
    let not_at_all = gate();
    not_at_all.bridge(around(|_| (), |(), _| ()));
    let said = panic_of(|| admit(&not_at_all, "acme").in_span(|_| ())).message;
    assert!(said.contains("`Ambient::within` has to call `run`"), "{said}");
    assert_eq!(Old::here(), Old::NOTHING);

    let twice = gate();
    twice.bridge(around(
        |_| (),
        |(), run| {
            run();
            run();
        },
    ));
    let mut calls = 0;
    admit(&twice, "acme").in_span(|_| calls += 1);
    assert_eq!(calls, 1);
}

#[test]
fn old_code_that_holds_a_borrow_is_told() {
    let turn = admit(&gate(), "acme");
    let said = panic_of(|| with_borrowed_tenant(|| turn.in_span(|_| ()))).message;
    assert!(said.contains("end the borrow"), "{said}");
    assert_eq!(Old::here(), Old::NOTHING);
}

/// A turn that was admitted before a place was registered does not know it.
#[test]
fn registered_too_late() {
    let gate = support::gate();
    let early = admit(&gate, "acme");
    gate.bridge(Stack);
    assert!(early.in_span(|_| stack()).is_empty());
    assert_eq!(admit(&gate, "acme").in_span(|_| stack()), ["acme"]);
}
