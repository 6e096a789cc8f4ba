//! What `#[derive(LogFields)]` implements, against a stand-in for the runtime that shows names and values.

#![deny(warnings, clippy::all)]

use std::fmt::{self, Display};

use explicit_ctx_macros::LogFields;

/// The part of the runtime that generated code names.
mod fake {
    pub(crate) trait LogFields {
        const NAMES: &'static [&'static str];
        fn visit(&self, visit: &mut dyn FnMut(&'static str, &dyn std::fmt::Display));
        fn span(&self, turn: &for_macros::TurnSpan<'_>) -> for_macros::Span;
    }

    pub(crate) mod for_macros {
        use std::fmt::{Debug, Display};

        pub(crate) struct TurnSpan<'a>(pub(crate) &'a str);
        pub(crate) type Span = Vec<String>;
        pub(crate) const REDACTED: &str = "[redacted]";

        pub(crate) fn display<V: Display + ?Sized>(value: &V) -> String {
            format!("display({value})")
        }

        pub(crate) fn debug<V: Debug + ?Sized>(value: &V) -> String {
            format!("debug({value:?})")
        }

        pub(crate) trait Value {
            fn shown(&self) -> Option<String>;
        }

        impl<V: Value> Value for Option<V> {
            fn shown(&self) -> Option<String> {
                self.as_ref().and_then(Value::shown)
            }
        }

        macro_rules! values {
            ($($ty:ty)*) => { $(impl Value for $ty {
                fn shown(&self) -> Option<String> {
                    Some(format!("{}:{self}", stringify!($ty)))
                }
            })* };
        }

        values!(String &str u32 u64 bool f64);

        macro_rules! turn_span {
            ($turn:expr $(, $name:literal = $value:expr)*) => {{
                let turn = Some($turn.0.to_owned());
                let shown = [turn $(, $crate::fake::for_macros::Value::shown(&$value).map(|value| format!("{}={value}", $name)))*];
                shown.into_iter().flatten().collect::<Vec<String>>()
            }};
        }
        pub(crate) use turn_span;
    }
}

use fake::LogFields as _;

struct Agent;

impl Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("agent")
    }
}

#[derive(Debug)]
struct OnlyDebug;

struct Neither;

#[derive(LogFields)]
#[log(crate = crate::fake)]
struct Fields {
    agent: Agent,
    user: Option<String>,
    attempt: u32,
    shard: Option<u64>,
    #[log(debug, rename = "client.agent")]
    client: OnlyDebug,
    #[log(debug)]
    referrer: Option<OnlyDebug>,
    #[log(redact)]
    token: Neither,
    #[log(redact)]
    session: Option<Neither>,
    #[log(skip)]
    _rows: Neither,
    r#type: &'static str,
}

fn visited(fields: &impl fake::LogFields) -> Vec<String> {
    let mut seen = Vec::new();
    fields.visit(&mut |name, value| seen.push(format!("{name}={value}")));
    seen
}

fn spanned(fields: &impl fake::LogFields) -> Vec<String> {
    fields.span(&fake::for_macros::TurnSpan("turn"))
}

#[test]
fn each_field_shows_under_its_name_as_its_type_says() {
    let fields = Fields {
        agent: Agent,
        user: Some(String::from("u")),
        attempt: 1,
        shard: Some(2),
        client: OnlyDebug,
        referrer: Some(OnlyDebug),
        token: Neither,
        session: Some(Neither),
        _rows: Neither,
        r#type: "t",
    };
    let names = ["agent", "user", "attempt", "shard", "client.agent", "referrer", "token", "session", "type"];
    assert_eq!(Fields::NAMES, names);
    assert_eq!(
        visited(&fields),
        [
            "agent=agent",
            "user=u",
            "attempt=1",
            "shard=2",
            "client.agent=OnlyDebug",
            "referrer=OnlyDebug",
            "token=[redacted]",
            "session=[redacted]",
            "type=t"
        ]
    );
    assert_eq!(
        spanned(&fields),
        [
            "turn",
            "agent=String:display(agent)",
            "user=String:display(u)",
            "attempt=u32:1",
            "shard=u64:2",
            "client.agent=String:debug(OnlyDebug)",
            "referrer=String:debug(OnlyDebug)",
            "token=&str:[redacted]",
            "session=&str:[redacted]",
            "type=String:display(t)"
        ]
    );
}

#[derive(LogFields)]
#[log(crate = crate::fake)]
struct AsText {
    #[log(display)]
    code: u32,
    #[log(display, rename = "open")]
    is_open: Option<bool>,
}

#[test]
fn a_number_is_shown_as_text_where_it_says_so() {
    let fields = AsText { code: 7, is_open: Some(true) };
    assert_eq!(visited(&fields), ["code=7", "open=true"]);
    assert_eq!(spanned(&fields), ["turn", "code=String:display(7)", "open=String:display(true)"]);
}

#[derive(LogFields)]
#[log(crate = crate::fake)]
struct Optional {
    user: Option<String>,
    shard: std::option::Option<u64>,
    #[log(debug)]
    referrer: Option<OnlyDebug>,
    #[log(redact)]
    session: Option<Neither>,
}

#[test]
fn what_is_missing_is_not_shown() {
    let fields = Optional { user: None, shard: None, referrer: None, session: None };
    assert_eq!(Optional::NAMES, ["user", "shard", "referrer", "session"]);
    assert!(visited(&fields).is_empty());
    assert_eq!(spanned(&fields), ["turn"]);
}

#[derive(LogFields)]
#[log(crate = crate::fake)]
struct Nothing;

#[derive(LogFields)]
#[log(crate = crate::fake)]
struct Generic<T: Copy, const N: usize>
where
    T: Display,
{
    value: T,
    #[log(debug)]
    name: [char; N],
    size: f64,
}

macro_rules! of_fragments {
    ($name:ident { $($field:ident: $ty:ty),* }) => {
        #[derive(LogFields)]
        #[log(crate = crate::fake)]
        struct $name { $($field: $ty),* }
    };
}

of_fragments!(Fragments { number: u64, flag: Option<bool>, text: Option<&'static str> });

#[test]
fn unit_structs_generics_and_fragments() {
    assert!(Nothing::NAMES.is_empty() && visited(&Nothing).is_empty());
    assert_eq!(spanned(&Nothing), ["turn"]);
    let generic = Generic { value: 1_u8, name: ['a'], size: 0.5 };
    assert_eq!(spanned(&generic), ["turn", "value=String:display(1)", "name=String:debug(['a'])", "size=f64:0.5"]);
    let fragments = Fragments { number: 1, flag: Some(true), text: Some("t") };
    assert_eq!(spanned(&fragments), ["turn", "number=u64:1", "flag=bool:true", "text=String:display(t)"]);
}
