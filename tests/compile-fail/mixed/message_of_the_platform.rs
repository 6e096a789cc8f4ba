// leads to: gate.for_tenant
use application::load_now;

fn handle(message: ctx::Stamped<u64, ctx::NoTenant>) {
    message.open_sync(load_now);
}

fn main() {}
