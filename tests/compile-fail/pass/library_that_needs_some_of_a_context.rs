//! A library asks for the slots that it reads, and takes a turn or a derived context too.

use application::{Ctx, TenantId};

fn schema(ctx: &impl ctx::Context<Tenant = TenantId>) -> String {
    format!("tenant_{}", ctx.as_ctx().tenant())
}

fn label<T: ctx::Tenant, P, L>(ctx: &ctx::Ctx<T, P, L>) -> String {
    ctx.tenant().to_string()
}

fn handler(ctx: &Ctx) -> [String; 2] {
    [schema(ctx), label(&ctx.with_fields(()))]
}

#[test]
fn both_forms_take_any_fields() {
    let turn = crate::turn("acme");
    assert_eq!(handler(&turn), ["tenant_acme", "acme"]);
    assert_eq!(schema(&turn), "tenant_acme");
    assert_eq!(schema(&turn.map_fields(Clone::clone)), "tenant_acme");
}
