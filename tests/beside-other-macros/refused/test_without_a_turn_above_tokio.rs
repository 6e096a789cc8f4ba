//! One message, which names `test`.
#[ctx::with_ctx]
#[tokio::test]
async fn rows() {}

fn main() {}
