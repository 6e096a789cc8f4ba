//! A `ctx: &Ctx` costs a future what any other reference does.

use crate::identity::{Ctx, admit, gate};

/// What somebody passes down by hand.
struct ByHand {
    tenant: String,
}

mod with_ctx {
    use super::Ctx;

    pub(super) async fn one(ctx: &Ctx, id: u64) -> usize {
        tokio::task::yield_now().await;
        ctx.tenant().0.len() + id as usize
    }

    pub(super) async fn two(ctx: &Ctx, id: u64) -> usize {
        one(ctx, id).await + ctx.tenant().0.len()
    }

    pub(super) async fn three(ctx: &Ctx, id: u64) -> usize {
        two(ctx, id).await + ctx.tenant().0.len()
    }
}

mod by_hand {
    use super::ByHand;

    pub(super) async fn one(hand: &ByHand, id: u64) -> usize {
        tokio::task::yield_now().await;
        hand.tenant.len() + id as usize
    }

    pub(super) async fn two(hand: &ByHand, id: u64) -> usize {
        one(hand, id).await + hand.tenant.len()
    }

    pub(super) async fn three(hand: &ByHand, id: u64) -> usize {
        two(hand, id).await + hand.tenant.len()
    }
}

#[tokio::test]
async fn nested_futures_are_as_large_as_by_hand() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let hand = ByHand { tenant: "acme".to_owned() };
    let ours = (with_ctx::one(&turn, 1), with_ctx::two(&turn, 1), with_ctx::three(&turn, 1));
    let theirs = (by_hand::one(&hand, 1), by_hand::two(&hand, 1), by_hand::three(&hand, 1));
    assert_eq!(size_of_val(&ours.0), size_of_val(&theirs.0));
    assert_eq!(size_of_val(&ours.1), size_of_val(&theirs.1));
    assert_eq!(size_of_val(&ours.2), size_of_val(&theirs.2));
    assert_eq!((ours.2.await, theirs.2.await), (13, 13));
}

#[test]
fn owners_are_one_pointer() {
    use crate::identity::{Request, TenantId, Turn, Version};
    let pointer = size_of::<usize>();
    assert_eq!(size_of::<Ctx>(), pointer);
    assert_eq!(size_of::<Turn>(), pointer);
    assert_eq!(size_of::<Option<Turn>>(), pointer);
    assert_eq!(size_of::<ctx::Scoped<'_, TenantId, Version, Request>>(), pointer);
    assert_eq!(size_of::<ctx::Gate>(), pointer);
    assert_eq!(size_of::<ctx::Error>(), 1);
}
