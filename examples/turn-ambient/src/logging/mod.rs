//! Log lines as JSON objects on standard error.

mod json_layer;

use std::panic;

use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

/// Installs the log output and the panic report. The second call in a process does nothing.
pub(crate) fn start() {
    let levels = Targets::new().with_default(Level::WARN).with_target("turn_ambient", Level::INFO);
    let installed = tracing_subscriber::registry().with(json_layer::JsonLayer.with_filter(levels)).try_init();
    if installed.is_ok() {
        panic::set_hook(Box::new(|info| {
            let place = info.location().map(ToString::to_string).unwrap_or_default();
            let payload = info.payload();
            let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
            tracing::error!(place, "panicked: {text}");
        }));
    }
}
