// leads to: turn.spawn
use application::{Turn, load};

async fn entry(turn: Turn) {
    tokio::spawn(async move { load(&turn, 1).await });
    tokio::spawn(async move { load(&turn, 2).await });
}

fn main() {}
