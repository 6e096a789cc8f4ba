//! The guide, as a crate: each page is the documentation of a module, so that each of its Rust blocks is compiled and run as
//! a test, and a failure names the page.

/// A page of the guide.
macro_rules! page {
    ($name:ident, $file:literal) => {
        #[doc = include_str!(concat!("src/", $file))]
        pub mod $name {}
    };
}

page!(introduction, "introduction.md");
page!(first_steps, "first-steps.md");
page!(from_a_task_local, "from-a-task-local.md");
page!(hops, "hops.md");
page!(foreign_executors, "foreign-executors.md");
page!(executors, "executors.md");
page!(pool_settings, "pool-settings.md");
page!(streams, "streams.md");
page!(bridge, "bridge.md");
page!(logs, "logs.md");
page!(shutdown, "shutdown.md");
page!(tests, "tests.md");
page!(peers, "peers.md");
// Not a page of the guide; its example has to run too.
page!(readme, "../../README.md");
