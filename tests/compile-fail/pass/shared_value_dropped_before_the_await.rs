//! What is not `Send` may be used in a task, if not over an await.

use std::rc::Rc;
use std::sync::{Arc, Mutex};

use application::{Ctx, load};

async fn handler(ctx: &Ctx, rows: Arc<Mutex<Vec<String>>>) -> usize {
    let task = ctx.spawn(async move |ctx| {
        let id = {
            let id = Rc::new(1);
            *id
        };
        let row = load(ctx, id).await;
        let mut rows = rows.lock().unwrap();
        rows.push(row);
        rows.len()
    });
    task.await.unwrap()
}

#[tokio::test]
async fn the_row_is_there() {
    let rows = Arc::default();
    assert_eq!(handler(&crate::turn("acme"), Arc::clone(&rows)).await, 1);
    assert_eq!(*rows.lock().unwrap(), ["row 1 of acme"]);
}
