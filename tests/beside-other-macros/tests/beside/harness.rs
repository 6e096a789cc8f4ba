//! Field report C15: `#[with_ctx(test)]` and what makes tests. Names and counts are those of the tests without it.

use std::process::Command;

#[test]
fn c15_names_and_counts_are_the_same() {
    let without = names_below("harness::without::");
    assert_eq!(without.len(), 13, "{without:?}");
    assert_eq!(names_below("harness::above::"), without);
    let mut below = without;
    // What has parameters is generated from a body that is moved: above only.
    below.retain(|name| !name.contains("cases") && !name.contains("rstest") && name != "with_a_pool");
    assert_eq!(names_below("harness::below::"), below);
}

/// The tests of a module, as the harness lists them.
fn names_below(module: &str) -> Vec<String> {
    let this = std::env::current_exe().expect("the path of this test");
    let listed = Command::new(this).args(["--list", "--format", "terse"]).output().expect("it runs");
    let listed = String::from_utf8(listed.stdout).expect("text");
    let names = listed.lines().filter_map(|line| line.strip_prefix(module)?.strip_suffix(": test").map(str::to_owned));
    names.collect()
}

/// As one writes them without the attribute.
mod without {
    use application::load;
    use rstest::rstest;
    use test_case::test_case;

    #[test]
    fn plain() {
        let ctx: &crate::Ctx = &crate::test_turn();
        assert_eq!(ctx.tenant().0, "of the test");
    }

    #[test]
    #[should_panic = "of the test"]
    fn panics() {
        let ctx: &crate::Ctx = &crate::test_turn();
        panic!("{}", ctx.tenant());
    }

    #[tokio::test(start_paused = true)]
    async fn on_tokio() {
        let ctx: &crate::Ctx = &crate::test_turn();
        tokio::time::sleep(std::time::Duration::from_secs(60)).await;
        assert_eq!(load(ctx, 1).await, "row 1 of the test");
    }

    #[tokio::test]
    async fn on_tokio_with_a_result() -> Result<(), String> {
        let ctx: &crate::Ctx = &crate::test_turn();
        assert_eq!(load(ctx, 1).await, "row 1 of the test");
        Ok(())
    }

    #[test_case(1; "one")]
    #[test_case(2; "two")]
    fn cases(id: u64) {
        let ctx: &crate::Ctx = &crate::test_turn();
        assert_eq!(format!("{id} {}", ctx.tenant()), format!("{id} of the test"));
    }

    #[sqlx::test]
    async fn without_a_pool() {
        let ctx: &crate::Ctx = &crate::test_turn();
        assert_eq!(load(ctx, 1).await, "row 1 of the test");
    }

    #[sqlx::test(migrations = false)]
    async fn with_a_pool(pool: sqlx::SqlitePool) {
        let ctx: &crate::Ctx = &crate::test_turn();
        let (one,): (i64,) = sqlx::query_as("SELECT 1").fetch_one(&pool).await.expect("a database");
        assert_eq!(format!("{one} {}", ctx.tenant()), "1 of the test");
    }

    #[rstest]
    #[case(1, "a")]
    #[case(2, "b")]
    fn cases_of_rstest(#[case] id: u64, #[case] name: &str) {
        let ctx: &crate::Ctx = &crate::test_turn();
        assert_eq!(format!("{id} {name} {}", ctx.tenant()), format!("{id} {name} of the test"));
    }

    #[rstest]
    #[tokio::test]
    async fn values_of_rstest(#[values(1, 2, 3)] id: u64) {
        let ctx: &crate::Ctx = &crate::test_turn();
        assert_eq!(load(ctx, id).await, format!("row {id} of the test"));
    }
}

/// `#[with_ctx(test)]` first.
mod above {
    use application::load;
    use rstest::rstest;
    use test_case::test_case;

    #[ctx::with_ctx(test)]
    #[test]
    fn plain() {
        assert_eq!(ctx.tenant().0, "of the test");
    }

    #[ctx::with_ctx(test)]
    #[test]
    #[should_panic = "of the test"]
    fn panics() {
        panic!("{}", ctx.tenant());
    }

    #[ctx::with_ctx(test)]
    #[tokio::test(start_paused = true)]
    async fn on_tokio() {
        tokio::time::sleep(std::time::Duration::from_secs(60)).await;
        assert_eq!(load(ctx, 1).await, "row 1 of the test");
    }

    #[ctx::with_ctx(test)]
    #[tokio::test]
    async fn on_tokio_with_a_result() -> Result<(), String> {
        assert_eq!(load(ctx, 1).await, "row 1 of the test");
        Ok(())
    }

    #[ctx::with_ctx(test)]
    #[test_case(1; "one")]
    #[test_case(2; "two")]
    fn cases(id: u64) {
        assert_eq!(format!("{id} {}", ctx.tenant()), format!("{id} of the test"));
    }

    #[ctx::with_ctx(test)]
    #[sqlx::test]
    async fn without_a_pool() {
        assert_eq!(load(ctx, 1).await, "row 1 of the test");
    }

    #[ctx::with_ctx(test)]
    #[sqlx::test(migrations = false)]
    async fn with_a_pool(pool: sqlx::SqlitePool) {
        let (one,): (i64,) = sqlx::query_as("SELECT 1").fetch_one(&pool).await.expect("a database");
        assert_eq!(format!("{one} {}", ctx.tenant()), "1 of the test");
    }

    #[ctx::with_ctx(test)]
    #[rstest]
    #[case(1, "a")]
    #[case(2, "b")]
    fn cases_of_rstest(#[case] id: u64, #[case] name: &str) {
        assert_eq!(format!("{id} {name} {}", ctx.tenant()), format!("{id} {name} of the test"));
    }

    #[ctx::with_ctx(test)]
    #[rstest]
    #[tokio::test]
    async fn values_of_rstest(#[values(1, 2, 3)] id: u64) {
        assert_eq!(load(ctx, id).await, format!("row {id} of the test"));
    }
}

/// `#[with_ctx(test)]` last.
mod below {
    use application::load;

    #[test]
    #[ctx::with_ctx(test)]
    fn plain() {
        assert_eq!(ctx.tenant().0, "of the test");
    }

    #[test]
    #[should_panic = "of the test"]
    #[ctx::with_ctx(test)]
    fn panics() {
        panic!("{}", ctx.tenant());
    }

    #[tokio::test(start_paused = true)]
    #[ctx::with_ctx(test)]
    async fn on_tokio() {
        tokio::time::sleep(std::time::Duration::from_secs(60)).await;
        assert_eq!(load(ctx, 1).await, "row 1 of the test");
    }

    #[tokio::test]
    #[ctx::with_ctx(test)]
    async fn on_tokio_with_a_result() -> Result<(), String> {
        assert_eq!(load(ctx, 1).await, "row 1 of the test");
        Ok(())
    }

    #[sqlx::test]
    #[ctx::with_ctx(test)]
    async fn without_a_pool() {
        assert_eq!(load(ctx, 1).await, "row 1 of the test");
    }
}
