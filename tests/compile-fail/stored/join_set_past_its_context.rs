// leads to: hand on the `Turn`
use application::{AgentPin, TenantId, Turn, TurnFields};

fn rows(turn: Turn) -> ctx::JoinSet<'static, u64, TenantId, AgentPin, TurnFields> {
    turn.join_set()
}

fn main() {}
