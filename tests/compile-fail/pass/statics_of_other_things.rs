//! A static may hold what is read from a context, and what has nothing to do with one.

use std::cell::RefCell;
use std::sync::Mutex;

use application::{Ctx, TenantId};

static SERVED: Mutex<Vec<TenantId>> = Mutex::new(Vec::new());

thread_local! {
    static BUFFER: RefCell<String> = const { RefCell::new(String::new()) };
}

fn served(ctx: &Ctx) -> usize {
    SERVED.lock().unwrap().push(ctx.tenant().clone());
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.push_str(ctx.tenant().0);
        buffer.len()
    })
}

#[test]
fn the_tenant_is_a_plain_value() {
    assert_eq!(served(&crate::turn("acme")), 4);
    assert_eq!(*SERVED.lock().unwrap(), [TenantId("acme")]);
}
