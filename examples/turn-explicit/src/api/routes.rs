//! Which path leads where.

use std::sync::Arc;

use axum::Router;
use axum::extract::FromRef;
use axum::routing::{get, post, put};

use super::{admin, content, records, stream, turns};
use crate::app::App;
use crate::platform::Platform;

/// What requests are served with. A handler for tenants asks for the application only.
#[derive(Clone)]
pub(super) struct Service {
    app: Arc<App>,
    platform: Arc<Platform>,
}

impl FromRef<Service> for Arc<App> {
    fn from_ref(service: &Service) -> Self {
        service.app.clone()
    }
}

impl FromRef<Service> for Arc<Platform> {
    fn from_ref(service: &Service) -> Self {
        service.platform.clone()
    }
}

/// Every handler under `/v1` asks for `Entered`: there is no tenant to work for without it.
pub(crate) fn router(app: Arc<App>, platform: Arc<Platform>) -> Router {
    Router::new()
        .route("/healthz", get(admin::health))
        .route("/admin/drain", post(admin::drain))
        .route("/v1/turns", post(turns::create).get(records::turns))
        .route("/v1/turns/stream", post(stream::create))
        .route("/v1/audit", get(records::audit))
        .route("/v1/usage", get(records::usage))
        .route("/v1/documents/{id}", put(content::put_document))
        .route("/v1/orders/{id}", put(content::put_order))
        .with_state(Service { app, platform })
}
