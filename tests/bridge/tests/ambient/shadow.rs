//! Generated reads that compare the explicit value with the ambient one.

use bridge::{BRIDGE, set_tenant, tenant};
use support::{Ctx, Lines, TenantId, admit};

/// What a read becomes while both exist.
#[track_caller]
fn read(ctx: &Ctx) -> &TenantId {
    BRIDGE.compare(ctx, "tenant", ctx.tenant(), tenant().as_ref())
}

#[test]
fn a_difference_is_counted_and_logged_with_its_line() {
    let lines = Lines::capture();
    let turn = admit(&bridge::gate(), "shadow");
    let reads = |ctx: &Ctx| {
        read(ctx);
        set_tenant(Some("other"));
        assert_eq!(read(ctx), &TenantId("shadow"));
        set_tenant(None);
        for _ in 0..3 {
            read(ctx);
        }
    };
    turn.in_span(reads);
    turn.in_span(reads);
    drop(lines);

    let found = BRIDGE.comparisons();
    let here: Vec<_> = found.iter().filter(|found| found.at().file().ends_with("shadow.rs")).collect();
    let figures: Vec<_> = here.iter().map(|found| (found.reads(), found.with_a_value(), found.different())).collect();
    assert_eq!(figures, [(2, 2, 0), (2, 2, 2), (6, 0, 0)]);
    assert!(here.iter().all(|found| found.what() == "tenant"));

    let at = here[1].at();
    let logged = Lines::by_field("read_at", at);
    assert_eq!(logged.len(), 1, "the first of each line");
    assert_eq!((logged[0].tenant(), logged[0].field("what")), (Some("shadow"), Some("tenant")));
    assert_eq!(logged[0].target, "ctx::bridge");
}
