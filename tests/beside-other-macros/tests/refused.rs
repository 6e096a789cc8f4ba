//! Orders and forms that do not work: what is said is recorded beside each file.
//!
//! Where the attribute can see the cause, its message names the order or the argument. Where it cannot (the other macro has moved the
//! body, or checks a signature of its own), the words are the compiler's, and the documentation of the attribute has the table.

#[test]
fn orders_that_do_not_work_are_refused_as_recorded() {
    trybuild::TestCases::new().compile_fail("refused/*.rs");
}

/// The records whose message is the attribute's own.
#[test]
fn messages_of_the_attribute_name_the_way() {
    for (record, way) in [
        (include_str!("../refused/handler_without_entry_above_debug_handler.stderr"), "write `#[with_ctx(entry)]`"),
        (include_str!("../refused/test_without_a_turn_above_tokio.stderr"), "write `#[with_ctx(test)]`"),
        (include_str!("../refused/below_async_recursion_without_references.stderr"), "put `#[with_ctx]` above it"),
    ] {
        assert!(record.contains(way), "`{way}` is not in:\n{record}");
    }
}
