//! What the compiler says in a recorded error, without the code that it shows.
//!
//! The code of a case names the right call often enough by itself (`ctx.spawn(async move |_| load(ctx))`), and so does the
//! code of `ctx` that the compiler points at. Only its words may count.

/// One error of a record.
#[derive(Debug, PartialEq)]
pub(crate) struct RecordedError {
    /// `E0521`; not all errors have one.
    pub(crate) code: Option<String>,
    /// Its heading, labels, notes and helps, one a line.
    pub(crate) words: String,
}

/// The errors of the record of the case at `path`.
pub(crate) fn errors(record: &str, path: &str) -> Vec<RecordedError> {
    let mut errors: Vec<RecordedError> = Vec::new();
    let mut code_of_another_file = false;
    for line in record.lines() {
        if let Some(rest) = line.strip_prefix("error") {
            let code = rest.strip_prefix('[').and_then(|rest| rest.split(']').next()).map(str::to_owned);
            errors.push(RecordedError { code, words: String::new() });
            code_of_another_file = false;
        } else if line.starts_with("help: ") || line.starts_with("note: ") {
            code_of_another_file = false;
        }
        let trimmed = line.trim_start();
        if let Some(place) = trimmed.strip_prefix("--> ").or_else(|| trimmed.strip_prefix("::: ")) {
            code_of_another_file = !place.starts_with(path);
        } else if let (Some(error), Some(said)) = (errors.last_mut(), said(line, code_of_another_file)) {
            error.words.push_str(said);
            error.words.push('\n');
        }
    }
    errors
}

/// The words of a line that is not code.
fn said(line: &str, code_of_another_file: bool) -> Option<&str> {
    let trimmed = line.trim_start();
    // `12 | fn main() {}`, also as `12 + ..` in a suggestion.
    if trimmed.is_empty() || trimmed == "..." || trimmed.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let Some(beside) = trimmed.strip_prefix('|') else { return Some(trimmed.trim_start_matches("= ")) };
    let label = beside.trim_start_matches([' ', '|', '_', '/']);
    // Lines of another file have lost their numbers: only what is below a mark is not code.
    if code_of_another_file && !label.starts_with(['^', '-']) {
        return None;
    }
    let label = label.trim_start_matches(['^', '-', '_', '+', '~', '|', ' ']);
    (!label.is_empty()).then_some(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = "\
error[E0521]: borrowed data escapes outside of function
 --> lost/planted.rs:5:5
  |
4 | async fn handler(ctx: &Ctx) {
  |                  ---  - let's call the lifetime of this reference `'1`
  |                  |
  |                  `ctx` is only valid in the function body
5 |     ctx.shown_by_the_case(async move { load(ctx, 1).await });
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |     |
  |     `ctx` escapes the function body here
note: required by a bound
 --> $WORKSPACE/ctx/src/hops/tokio_tasks.rs
  |
  |     pub fn shown_by_the_library<F, O>(&self, work: F) -> JoinHandle<O>
  |            ----- required by this
help: provide the argument
  |
5 |     ctx.shown_by_a_suggestion(ctx);
  |                               ~~~

error: implementation is not general enough
 --> lost/planted.rs:7:1
  |
7 | / fn main() {
8 | | }
  | |_^ from here
  |
  = note: use `ctx.spawn(..)`
          or nothing
";

    #[test]
    fn words_are_told_from_code() {
        let errors = errors(RECORD, "lost/planted.rs");
        let [first, second] = errors.as_slice() else { panic!("two errors, not {errors:?}") };
        assert_eq!(first.code.as_deref(), Some("E0521"));
        assert_eq!(
            first.words,
            "error[E0521]: borrowed data escapes outside of function\n\
             let's call the lifetime of this reference `'1`\n\
             `ctx` is only valid in the function body\n\
             `ctx` escapes the function body here\n\
             note: required by a bound\n\
             required by this\n\
             help: provide the argument\n"
        );
        assert_eq!(second.code, None);
        assert_eq!(
            second.words,
            "error: implementation is not general enough\nfrom here\nnote: use `ctx.spawn(..)`\nor nothing\n"
        );
    }
}
