//! The owner of a turn may move. It is one piece of work still, wherever it runs.

use application::load;

#[tokio::test]
async fn it_ends_where_it_went() {
    let turn = crate::turn("acme");
    let entry = tokio::spawn(async move { load(&turn, 1).await });
    assert_eq!(entry.await.unwrap(), "row 1 of acme");
}
