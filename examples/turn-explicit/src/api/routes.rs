//! Which path leads where.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn;
use axum::routing::{get, post, put};

use super::admission::door;
use super::handled::handled;
use super::{admin, content, records, stream, turns};
use crate::app::App;
use crate::platform::Platform;

/// Every route under `/v1` is behind the door: there is no tenant to work for without it. What is for the platform is beside it.
pub(crate) fn router(app: Arc<App>, platform: Arc<Platform>) -> Router {
    let for_tenants = Router::new()
        .route("/v1/turns", post(turns::create).get(records::turns))
        .route("/v1/turns/stream", post(stream::create))
        .route("/v1/audit", get(records::audit))
        .route("/v1/usage", get(records::usage))
        .route("/v1/documents/{id}", put(content::put_document))
        .route("/v1/orders/{id}", put(content::put_order))
        .with_state(app)
        .route_layer(from_fn(handled))
        .route_layer(door(platform.clone()));
    let for_the_platform = Router::new()
        .route("/healthz", get(admin::health))
        .route("/admin/drain", post(admin::drain))
        .with_state(platform);
    for_tenants.merge(for_the_platform)
}
