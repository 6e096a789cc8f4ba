//! State of which each tenant has its own, and keys that are a tenant's.

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};

use ctx::{PerTenant, TenantKey};

use crate::identity::{TenantId, admit, gate};

#[test]
fn each_tenant_has_its_own_and_it_is_made_once() {
    let gate = gate();
    let state: PerTenant<TenantId, Mutex<Vec<u32>>> = PerTenant::new();
    let (acme, also_acme, globex) = (admit(&gate, "acme"), admit(&gate, "acme"), admit(&gate, "globex"));
    assert!(state.is_empty() && state.get(&acme).is_none());
    state.get_or_init(&acme, |ctx| Mutex::new(vec![ctx.pin().0])).lock().unwrap().push(1);
    state.get_or_init(&also_acme, |_| unreachable!("it is there")).lock().unwrap().push(2);
    assert!(state.get(&globex).is_none());
    state.get_or_init(&globex, |_| Mutex::default());
    // Any context of the tenant's.
    assert_eq!(*state.get(&acme.with_fields(())).unwrap().lock().unwrap(), [4, 1, 2]);
    assert_eq!((state.get(&globex).unwrap().lock().unwrap().len(), state.len()), (0, 2));
    assert!(state.remove(&globex).is_some() && state.remove(&globex).is_none() && state.get(&acme).is_some());
}

#[test]
fn only_the_same_tenant_waits_for_its_state() {
    let gate = gate();
    let (acme, globex) = (admit(&gate, "acme"), admit(&gate, "globex"));
    let (state, made) = (PerTenant::<TenantId, u32>::new(), AtomicUsize::new(0));
    let (begin, begun) = mpsc::channel();
    let (go, goes) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let (state, made, acme) = (&state, &made, &*acme);
        scope.spawn(move || {
            state.get_or_init(acme, |_| {
                begin.send(()).unwrap();
                goes.recv().unwrap();
                made.fetch_add(1, Ordering::Relaxed) as u32 + 7
            })
        });
        begun.recv().unwrap();
        assert_eq!(state.get(acme), None, "it is being made");
        assert_eq!(*state.get_or_init(&globex, |_| 1), 1);
        let waits = scope.spawn(move || *state.get_or_init(acme, |_| 99));
        go.send(()).unwrap();
        assert_eq!(waits.join().unwrap(), 7);
    });
    assert_eq!(made.load(Ordering::Relaxed), 1);
}

#[test]
fn what_panics_while_it_is_made_is_made_by_the_next() {
    let turn = admit(&gate(), "acme");
    let state: PerTenant<TenantId, u32> = PerTenant::default();
    let panicked = catch_unwind(AssertUnwindSafe(|| state.get_or_init(&turn, |_| panic!("not yet"))));
    assert!(panicked.is_err());
    assert_eq!(*state.get_or_init(&turn, |_| 7), 7);
}

#[test]
fn the_one_that_was_not_used_for_longest_is_given_up() {
    let gate = gate();
    let turns = ["acme", "globex", "initech"].map(|tenant| admit(&gate, tenant));
    let [acme, globex, initech] = &turns;
    let state: PerTenant<TenantId, u32> = PerTenant::bounded(2);
    let held = state.get_or_init(acme, |_| 1);
    state.get_or_init(globex, |_| 2);
    state.get_or_init(acme, |_| unreachable!("it is there"));
    state.get_or_init(initech, |_| 3);
    assert_eq!((state.get(globex), state.len()), (None, 2));
    assert!(state.get(acme).is_some());
    state.get_or_init(globex, |_| 4);
    assert_eq!((state.get(initech), *held), (None, 1));
    let all: Vec<Option<u32>> = turns.iter().map(|turn| state.get(turn).map(|value| *value)).collect();
    assert_eq!(all, [Some(1), Some(4), None]);
    assert_eq!(Arc::strong_count(&held), 2);
}

#[test]
fn a_key_is_equal_to_keys_of_its_tenant_only() {
    let gate = gate();
    let (acme, also_acme, globex) = (admit(&gate, "acme"), admit(&gate, "acme"), admit(&gate, "globex"));
    assert_eq!(acme.key(1), also_acme.key(1));
    assert_ne!(acme.key(1), acme.key(2));
    assert_ne!(acme.key(1), globex.key(1));
    let keys: HashSet<TenantKey<u32, TenantId>> = [acme.key(1), also_acme.key(1), globex.key(1)].into();
    assert_eq!(keys.len(), 2);
    let mut cache = HashMap::from([(acme.key("refund".to_owned()), 30)]);
    assert_eq!(cache.remove(&also_acme.key("refund".to_owned())), Some(30));
    let key = acme.key("refund");
    assert_eq!((key.key(), key.tenant().0, format!("{key:?}").as_str()), (&"refund", "acme", "TenantKey(..)"));
}
