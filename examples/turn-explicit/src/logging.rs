//! Log lines as JSON objects on standard error. Tenant, pin and fields come from the context that a line names.

use std::{io, panic};

use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

/// Installs the log output and the panic report. The second call in a process does nothing.
pub(crate) fn start() {
    let levels = Targets::new().with_default(Level::WARN).with_target("turn_explicit", Level::INFO);
    let installed = tracing_subscriber::registry().with(ctx::logs::json(io::stderr()).with_filter(levels)).try_init();
    if installed.is_ok() {
        // The hook runs where the panic does, inside the span of the context: its line has the tenant too. That of `ctx`,
        // which follows, has the line that started the work.
        panic::set_hook(Box::new(|info| {
            let place = info.location().map(ToString::to_string).unwrap_or_default();
            tracing::error!(place, "panicked: {}", info.payload_as_str().unwrap_or_default());
        }));
    }
}
