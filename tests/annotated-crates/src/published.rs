//! Which crates, in which version, with which features?
//!
//! Ten of the most downloaded crates of the async world, old and young in style: hand-written futures, `async fn`, traits with
//! large bounds, several editions. Features so that nearly all code is compiled, but no C library.

/// A crate of the registry.
#[derive(Clone, Copy, Debug)]
pub struct Published {
    /// Its name.
    pub name: &'static str,
    /// Its exact version, so that the numbers can be compared.
    pub version: &'static str,
    /// Whether its default features are on.
    pub default_features: bool,
    /// Further features.
    pub features: &'static [&'static str],
}

const fn published(name: &'static str, version: &'static str, features: &'static [&'static str]) -> Published {
    Published { name, version, default_features: true, features }
}

/// The ten.
pub static TEN: [Published; 10] = [
    published("tokio", "1.54.1", &["full", "test-util"]),
    published("futures-util", "0.3.34", &["channel", "io", "sink"]),
    published("hyper", "1.12.0", &["full"]),
    published("h2", "0.4.20", &["stream"]),
    published("tokio-util", "0.7.20", &["full"]),
    published("tower", "0.5.3", &["full"]),
    // Without TLS, which compiles a C library.
    Published {
        name: "reqwest",
        version: "0.12.28",
        default_features: false,
        features: &["blocking", "charset", "cookies", "gzip", "http2", "json", "multipart", "socks", "stream"],
    },
    published("axum", "0.8.9", &["http2", "macros", "multipart", "ws"]),
    published("tonic", "0.14.9", &["gzip"]),
    published("sqlx-core", "0.9.0", &["_rt-tokio", "any", "json", "migrate", "offline"]),
];
