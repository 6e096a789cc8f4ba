// leads to: before the await
use std::sync::{Arc, Mutex};

use application::{Ctx, load};

async fn handler(ctx: &Ctx, rows: Arc<Mutex<Vec<String>>>) {
    ctx.spawn(async move |ctx| {
        let mut rows = rows.lock().unwrap();
        rows.push(load(ctx, 1).await);
    });
}

fn main() {}
