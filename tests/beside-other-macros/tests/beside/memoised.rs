//! A macro that memoises. The tenant belongs into the key: a cache knows nothing of a context.

use std::sync::atomic::{AtomicU32, Ordering};

use application::load;
use cached::proc_macro::cached;
use ctx::with_ctx;

static COMPUTED: AtomicU32 = AtomicU32::new(0);

#[with_ctx]
#[cached(key = "(application::TenantId, u64)", convert = "{ (ctx.tenant().clone(), id) }")]
async fn above(id: u64) -> String {
    COMPUTED.fetch_add(1, Ordering::Relaxed);
    load(ctx, id).await
}

#[with_ctx]
#[cached(key = "(application::TenantId, u64)", convert = "{ (ctx.tenant().clone(), id) }")]
fn above_sync(id: u64) -> String {
    format!("{id} {}", ctx.tenant())
}

#[tokio::test]
async fn a_second_call_with_the_same_tenant_is_not_computed() {
    let (one, other) = (crate::test_turn(), ctx::testing::turn(application::TenantId("other"), (), ()));
    assert_eq!(above(&one, 1).await, "row 1 of the test");
    assert_eq!(above(&one, 1).await, "row 1 of the test");
    assert_eq!(above(&other, 1).await, "row 1 other");
    assert_eq!(COMPUTED.load(Ordering::Relaxed), 2);
    assert_eq!(above_sync(&one, 1), "1 of the test");
    assert_eq!(above_sync(&other, 1), "1 other");
}
