// leads to: ctx.stamp
use application::{Ctx, Stamped};

fn keep<'k>(kept: &mut Option<&'k Ctx>, message: Stamped<u64>) {
    message.open_sync(|ctx, _| *kept = Some(ctx));
}

fn main() {}
