//! A hop takes a function of a context as well as a closure.

use application::Ctx;

async fn audit(ctx: &Ctx) -> String {
    format!("audit of {}", ctx.tenant())
}

fn audit_now(ctx: &Ctx) -> String {
    format!("audit of {}", ctx.tenant())
}

#[tokio::test]
async fn it_gets_the_context() {
    let turn = crate::turn("acme");
    assert_eq!(turn.spawn(audit).await.unwrap(), "audit of acme");
    assert_eq!(turn.task("audit").spawn_blocking(audit_now).await.unwrap(), "audit of acme");
}
