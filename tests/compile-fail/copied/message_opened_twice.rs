// leads to: opened once
use application::{Stamped, load_now};

fn handle(message: Stamped<u64>) {
    message.open_sync(load_now);
    message.open_sync(load_now);
}

fn main() {}
