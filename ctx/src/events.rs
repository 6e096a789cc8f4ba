//! `ctx::info!(ctx, ..)` and its siblings: events that name their context.
//!
//! An event of `tracing` belongs to the span that happens to be current. These name the span of a context, so they are right
//! wherever they are written. Values are escaped on the way, so that none can forge a line.

/// Takes an event's fields one by one, escapes the values, and hands all to `tracing`'s `event!`.
///
/// `@ (head) [fields so far] rest`: each rule moves one field from the rest to the fields; what is left over when no field
/// matches is the message. The grammar is that of `tracing`.
#[doc(hidden)]
#[macro_export]
macro_rules! __event {
    // Nothing left.
    (@ $head:tt [$($out:tt)*]) => { $crate::__event!(# $head [$($out)*]) };
    (@ $head:tt [$($out:tt)*] ,) => { $crate::__event!(# $head [$($out)*]) };
    // `{ fields }`, perhaps with a message.
    (@ $head:tt [] { $($fields:tt)* }, $($message:tt)+) => { $crate::__event!(@ $head [message = $crate::for_macros::message(format_args!($($message)+)),] $($fields)*) };
    (@ $head:tt [] { $($fields:tt)* }) => { $crate::__event!(@ $head [] $($fields)*) };
    // A constant for a name. After the above, because fields are no expression.
    (@ $head:tt [$($out:tt)*] { $k:expr } = ? $v:expr, $($rest:tt)*) => { $crate::__event!(@ $head [$($out)* { $k } = $crate::for_macros::event_debug(&$v),] $($rest)*) };
    (@ $head:tt [$($out:tt)*] { $k:expr } = ? $v:expr) => { $crate::__event!(@ $head [$($out)* { $k } = $crate::for_macros::event_debug(&$v),]) };
    (@ $head:tt [$($out:tt)*] { $k:expr } = % $v:expr, $($rest:tt)*) => { $crate::__event!(@ $head [$($out)* { $k } = $crate::for_macros::event_display(&$v),] $($rest)*) };
    (@ $head:tt [$($out:tt)*] { $k:expr } = % $v:expr) => { $crate::__event!(@ $head [$($out)* { $k } = $crate::for_macros::event_display(&$v),]) };
    (@ $head:tt [$($out:tt)*] { $k:expr } = $v:expr, $($rest:tt)*) => { $crate::__event!(@ $head [$($out)* { $k } = $v,] $($rest)*) };
    (@ $head:tt [$($out:tt)*] { $k:expr } = $v:expr) => { $crate::__event!(@ $head [$($out)* { $k } = $v,]) };
    // `?name` and `%name`
    (@ $head:tt [$($out:tt)*] ? $($k:ident).+, $($rest:tt)*) => { $crate::__event!(@ $head [$($out)* $($k).+ = $crate::for_macros::event_debug(&$($k).+),] $($rest)*) };
    (@ $head:tt [$($out:tt)*] ? $($k:ident).+) => { $crate::__event!(@ $head [$($out)* $($k).+ = $crate::for_macros::event_debug(&$($k).+),]) };
    (@ $head:tt [$($out:tt)*] % $($k:ident).+, $($rest:tt)*) => { $crate::__event!(@ $head [$($out)* $($k).+ = $crate::for_macros::event_display(&$($k).+),] $($rest)*) };
    (@ $head:tt [$($out:tt)*] % $($k:ident).+) => { $crate::__event!(@ $head [$($out)* $($k).+ = $crate::for_macros::event_display(&$($k).+),]) };
    // `name = ?value`, `name = %value`, `name = value`
    (@ $head:tt [$($out:tt)*] $($k:ident).+ = ? $v:expr, $($rest:tt)*) => { $crate::__event!(@ $head [$($out)* $($k).+ = $crate::for_macros::event_debug(&$v),] $($rest)*) };
    (@ $head:tt [$($out:tt)*] $($k:ident).+ = ? $v:expr) => { $crate::__event!(@ $head [$($out)* $($k).+ = $crate::for_macros::event_debug(&$v),]) };
    (@ $head:tt [$($out:tt)*] $($k:ident).+ = % $v:expr, $($rest:tt)*) => { $crate::__event!(@ $head [$($out)* $($k).+ = $crate::for_macros::event_display(&$v),] $($rest)*) };
    (@ $head:tt [$($out:tt)*] $($k:ident).+ = % $v:expr) => { $crate::__event!(@ $head [$($out)* $($k).+ = $crate::for_macros::event_display(&$v),]) };
    (@ $head:tt [$($out:tt)*] $($k:ident).+ = $v:expr, $($rest:tt)*) => { $crate::__event!(@ $head [$($out)* $($k).+ = $v,] $($rest)*) };
    (@ $head:tt [$($out:tt)*] $($k:ident).+ = $v:expr) => { $crate::__event!(@ $head [$($out)* $($k).+ = $v,]) };
    // The same with a string for a name.
    (@ $head:tt [$($out:tt)*] $k:literal = ? $v:expr, $($rest:tt)*) => { $crate::__event!(@ $head [$($out)* $k = $crate::for_macros::event_debug(&$v),] $($rest)*) };
    (@ $head:tt [$($out:tt)*] $k:literal = ? $v:expr) => { $crate::__event!(@ $head [$($out)* $k = $crate::for_macros::event_debug(&$v),]) };
    (@ $head:tt [$($out:tt)*] $k:literal = % $v:expr, $($rest:tt)*) => { $crate::__event!(@ $head [$($out)* $k = $crate::for_macros::event_display(&$v),] $($rest)*) };
    (@ $head:tt [$($out:tt)*] $k:literal = % $v:expr) => { $crate::__event!(@ $head [$($out)* $k = $crate::for_macros::event_display(&$v),]) };
    (@ $head:tt [$($out:tt)*] $k:literal = $v:expr, $($rest:tt)*) => { $crate::__event!(@ $head [$($out)* $k = $v,] $($rest)*) };
    (@ $head:tt [$($out:tt)*] $k:literal = $v:expr) => { $crate::__event!(@ $head [$($out)* $k = $v,]) };
    // `name`
    (@ $head:tt [$($out:tt)*] $($k:ident).+, $($rest:tt)*) => { $crate::__event!(@ $head [$($out)* $($k).+ = $($k).+,] $($rest)*) };
    (@ $head:tt [$($out:tt)*] $($k:ident).+) => { $crate::__event!(@ $head [$($out)* $($k).+ = $($k).+,]) };
    // The message.
    (@ $head:tt [$($out:tt)*] $($message:tt)+) => { $crate::__event!(# $head [message = $crate::for_macros::message(format_args!($($message)+)), $($out)*]) };

    (# ($ctx:expr, $level:ident, $target:expr, $($name:tt)*) [$($fields:tt)*]) => {
        $crate::for_macros::tracing::event!(
            $($name)* target: $target, parent: $crate::for_macros::entered($ctx.__span()).id(), $crate::for_macros::tracing::Level::$level, { $($fields)* }
        )
    };
}

macro_rules! event_macro {
    ($(#[$doc:meta])* $name:ident, $level:ident, $d:tt) => {
        $(#[$doc])*
        #[macro_export]
        macro_rules! $name {
            ($d ctx:expr, name: $d name:expr, target: $d target:expr, $d($d rest:tt)+) => {
                $crate::__event!(@ ($d ctx, $level, $d target, name: $d name,) [] $d($d rest)+)
            };
            ($d ctx:expr, name: $d name:expr, $d($d rest:tt)+) => {
                $crate::__event!(@ ($d ctx, $level, ::core::module_path!(), name: $d name,) [] $d($d rest)+)
            };
            ($d ctx:expr, target: $d target:expr, $d($d rest:tt)+) => {
                $crate::__event!(@ ($d ctx, $level, $d target,) [] $d($d rest)+)
            };
            ($d ctx:expr, $d($d rest:tt)+) => {
                $crate::__event!(@ ($d ctx, $level, ::core::module_path!(),) [] $d($d rest)+)
            };
        }
    };
}

event_macro! {
    /// Logs at level ERROR in the span of a context: see [`info!`](crate::info).
    error, ERROR, $
}
event_macro! {
    /// Logs at level WARN in the span of a context: see [`info!`](crate::info).
    warn, WARN, $
}
event_macro! {
    /// Logs at level INFO in the span of a context: `ctx::info!(ctx, rows = 3, %table, "loaded {id}")`.
    ///
    /// Fields and message are written as for `tracing`'s macros, `target: "..",` and `name: "..",` included. The record has the fields of `ctx`,
    /// whatever span is current, each once. Control characters in messages, `%` and `?` values are escaped.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// let gate = ctx::Gate::new();
    /// let ctx = gate.admit(TenantId("acme"), (), ())?;
    /// let (id, table) = (7, "orders");
    /// ctx::info!(ctx, rows = 3, %table, "loaded {id}");
    /// # Ok::<(), ctx::Error>(())
    /// ```
    info, INFO, $
}
event_macro! {
    /// Logs at level DEBUG in the span of a context: see [`info!`](crate::info).
    debug, DEBUG, $
}
event_macro! {
    /// Logs at level TRACE in the span of a context: see [`info!`](crate::info).
    trace, TRACE, $
}
