//! The fields of a turn.

#[derive(LogFields)]
pub struct TurnFields {
    pub request_id: RequestId,
    pub user: Option<String>,
    pub attempt: u32,
    pub shard: Option<std::primitive::u64>,
    #[log(debug, rename = "client.agent")]
    agent: Agent,
    #[log(debug)]
    referrer: Option<Url>,
    #[log(display)]
    status: u16,
    #[log(redact)]
    token: String,
    #[log(redact)]
    session: Option<String>,
    #[log(skip)]
    rows: Vec<Row>,
    r#type: &'static str,
}

#[derive(LogFields)]
pub struct Nothing;

#[derive(LogFields)]
#[log(crate = crate::runtime)]
struct Generic<T: Clone, const N: usize>
where
    T: fmt::Display,
{
    value: T,
}
