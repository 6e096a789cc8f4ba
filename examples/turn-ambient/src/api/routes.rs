//! Which path leads where.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post, put};

use super::{admin, admission, content, records, stream, turns};
use crate::app::App;

/// Everything under `/v1` is for a tenant and goes through admission.
pub(crate) fn router(app: Arc<App>) -> Router {
    let for_tenants = Router::new()
        .route("/v1/turns", post(turns::create).get(records::turns))
        .route("/v1/turns/stream", post(stream::create))
        .route("/v1/audit", get(records::audit))
        .route("/v1/usage", get(records::usage))
        .route("/v1/documents/{id}", put(content::put_document))
        .route("/v1/orders/{id}", put(content::put_order))
        .route_layer(from_fn_with_state(app.clone(), admission::admit));
    Router::new()
        .route("/healthz", get(admin::health))
        .route("/admin/drain", post(admin::drain))
        .merge(for_tenants)
        .with_state(app)
}
