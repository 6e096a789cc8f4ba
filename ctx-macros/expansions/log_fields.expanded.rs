impl ::ctx::LogFields for TurnFields {
    const NAMES: &'static [&'static str] = &[
        "request_id",
        "user",
        "attempt",
        "shard",
        "client.agent",
        "referrer",
        "status",
        "token",
        "session",
        "type",
    ];
    fn visit(
        &self,
        visit: &mut dyn ::core::ops::FnMut(&'static str, &dyn ::core::fmt::Display),
    ) {
        visit("request_id", &self.request_id);
        if let ::core::option::Option::Some(value) = &self.user {
            visit("user", value);
        }
        visit("attempt", &self.attempt);
        if let ::core::option::Option::Some(value) = &self.shard {
            visit("shard", value);
        }
        visit("client.agent", &::core::format_args!("{:?}", & self.agent));
        if let ::core::option::Option::Some(value) = &self.referrer {
            visit("referrer", &::core::format_args!("{:?}", value));
        }
        visit("status", &self.status);
        let _ = &self.token;
        visit("token", &::ctx::for_macros::REDACTED);
        if self.session.is_some() {
            visit("session", &::ctx::for_macros::REDACTED);
        }
        visit("type", &self.r#type);
    }
    fn span(&self, turn: &::ctx::for_macros::TurnSpan<'_>) -> ::ctx::for_macros::Span {
        ::ctx::for_macros::turn_span!(
            turn, "request_id" = ::ctx::for_macros::display(& self.request_id), "user" =
            self.user.as_ref().map(::ctx::for_macros::display), "attempt" = self.attempt,
            "shard" = self.shard, "client.agent" = ::ctx::for_macros::debug(& self
            .agent), "referrer" = self.referrer.as_ref().map(::ctx::for_macros::debug),
            "status" = ::ctx::for_macros::display(& self.status), "token" =
            ::ctx::for_macros::REDACTED, "session" = self.session.as_ref().map(| _ |
            ::ctx::for_macros::REDACTED), "type" = ::ctx::for_macros::display(& self
            .r#type)
        )
    }
}
impl ::ctx::LogFields for Nothing {
    const NAMES: &'static [&'static str] = &[];
    fn visit(
        &self,
        visit: &mut dyn ::core::ops::FnMut(&'static str, &dyn ::core::fmt::Display),
    ) {}
    fn span(&self, turn: &::ctx::for_macros::TurnSpan<'_>) -> ::ctx::for_macros::Span {
        ::ctx::for_macros::turn_span!(turn)
    }
}
impl<T: Clone, const N: usize> crate::runtime::LogFields for Generic<T, N>
where
    T: fmt::Display,
{
    const NAMES: &'static [&'static str] = &["value"];
    fn visit(
        &self,
        visit: &mut dyn ::core::ops::FnMut(&'static str, &dyn ::core::fmt::Display),
    ) {
        visit("value", &self.value);
    }
    fn span(
        &self,
        turn: &crate::runtime::for_macros::TurnSpan<'_>,
    ) -> crate::runtime::for_macros::Span {
        crate::runtime::for_macros::turn_span!(
            turn, "value" = crate ::runtime::for_macros::display(& self.value)
        )
    }
}
