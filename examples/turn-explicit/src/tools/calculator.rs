//! Integer arithmetic, from left to right.

use anyhow::{Context as _, bail};
use ctx::with_ctx;

use crate::workers::Workers;

/// Evaluates on the workers: the expression may be as long as a message.
#[with_ctx]
pub(super) async fn calculate(workers: &Workers, message_id: &str, expression: &str) -> anyhow::Result<String> {
    let expression = expression.to_owned();
    let message_id = message_id.to_owned();
    let value = workers.run(ctx, move |ctx| {
        let value = evaluate(&expression);
        ctx::info!(ctx, message_id, expression, "expression evaluated");
        value
    });
    Ok(value.await??.to_string())
}

fn evaluate(expression: &str) -> anyhow::Result<i64> {
    let mut value = None;
    let mut operator = '+';
    for part in expression.split_inclusive(['+', '-', '*', '/']) {
        let digits = part.trim_end_matches(['+', '-', '*', '/']);
        let number: i64 = digits.parse().with_context(|| format!("`{digits}` is not a number"))?;
        value = Some(match value {
            None => number,
            Some(value) => apply(value, operator, number).context("the result is too large")?,
        });
        operator = part.chars().last().unwrap_or('+');
    }
    match value {
        Some(value) if operator.is_ascii_digit() => Ok(value),
        _ => bail!("`{expression}` ends too early"),
    }
}

fn apply(left: i64, operator: char, right: i64) -> Option<i64> {
    match operator {
        '+' => left.checked_add(right),
        '-' => left.checked_sub(right),
        '*' => left.checked_mul(right),
        _ => Some(left / right),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_evaluated_from_left_to_right() {
        for (expression, value) in [("6*7", 42), ("1+2*3", 9), ("100/7", 14), ("5", 5), ("2-5-1", -4)] {
            assert_eq!(evaluate(expression).expect(expression), value, "{expression}");
        }
    }

    #[test]
    fn what_is_no_expression_is_an_error() {
        for expression in ["", "6*", "*7", "six*7", "6**7", "9223372036854775807+1"] {
            assert!(evaluate(expression).is_err(), "{expression}");
        }
    }
}
