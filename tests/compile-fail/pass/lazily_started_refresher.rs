//! The first caller starts it, and it is nobody's; or his, where that is said.

use std::sync::OnceLock;
use std::time::Duration;

use application::{AgentPin, Ctx, TenantId, TurnFields};
use ctx::hops::{Detached, Platform};
use tokio::task::JoinHandle;

fn refresh_from_now_on(ctx: &Ctx) {
    static OF_NOBODY: OnceLock<JoinHandle<ctx::Error>> = OnceLock::new();
    static OF_THE_FIRST: OnceLock<JoinHandle<ctx::Error>> = OnceLock::new();
    OF_NOBODY.get_or_init(|| ctx.every(Platform("refresh"), Duration::from_secs(60), async |_| ()));
    OF_THE_FIRST
        .get_or_init(|| ctx.timer(Detached("warm up"), Duration::from_secs(60)).immediately().run(async |_| ()));
}

#[tokio::test]
async fn each_says_whose_it_is() {
    let gate = crate::gate();
    let turn = gate.admit(TenantId("acme"), AgentPin(1), TurnFields { request_id: 7 }).unwrap();
    refresh_from_now_on(&turn);
    drop(turn);
    let running = gate.still_running();
    let mut whose: Vec<_> = running.iter().map(|running| (running.kind(), running.tenant())).collect();
    whose.sort();
    assert_eq!(whose, [("refresh", None), ("warm up", Some("acme"))]);
}
