//! The same promises on actix, whose futures and bodies stay on their thread.

use std::cell::Cell;
use std::convert::Infallible;
use std::rc::Rc;
use std::time::Duration;

use actix_web::body::{BodySize, MessageBody, to_bytes};
use actix_web::dev::{Service, ServiceRequest, ServiceResponse};
use actix_web::test::{TestRequest, init_service, read_body};
use actix_web::{App, Error, HttpMessage as _, HttpResponse, web};
use ctx::actix::TurnMiddleware;
use ctx::requests::{Authenticated, Incoming, NoTurn, TenantSource as _};
use ctx::{Gate, with_ctx};
use futures_util::{StreamExt as _, stream};
use http::request::Parts;
use support::{AgentPin, Lines, Turn, TurnFields, gate};

use crate::service::{Resolved, request_id, resolve, tenant, whose};

fn door(gate: &Gate) -> TurnMiddleware<fn(&Parts) -> Resolved> {
    TurnMiddleware::new(gate.clone(), resolve as fn(&Parts) -> Resolved)
}

fn run(test: impl Future<Output = ()>) {
    actix_web::rt::System::new().block_on(test);
}

fn get_as(tenant: &str) -> TestRequest {
    TestRequest::get().uri("/").insert_header(("x-tenant", tenant))
}

/// Status and text, also of what the application would make of an error.
async fn text<B: MessageBody>(answer: impl Future<Output = Result<ServiceResponse<B>, Error>>) -> (u16, String) {
    let (status, bytes) = match answer.await {
        Ok(response) => (response.status(), read_body(response).await),
        Err(error) => {
            let response = error.error_response();
            (response.status(), to_bytes(response.into_body()).await.unwrap())
        }
    };
    (status.as_u16(), String::from_utf8(bytes.to_vec()).unwrap())
}

#[test]
fn a_turn_for_each_request_or_a_refusal() {
    run(async {
        let gate = gate();
        let app = init_service(App::new().wrap(door(&gate)).route("/", web::get().to(whose))).await;
        assert_eq!(text(app.call(get_as("acme").to_request())).await, (200, "acme".to_owned()));
        assert_eq!(text(app.call(get_as("globex").to_request())).await, (200, "globex".to_owned()));
        assert_eq!(
            text(app.call(TestRequest::get().uri("/").to_request())).await,
            (401, "not authenticated".to_owned())
        );
        assert_eq!(text(app.call(get_as("umbrella").to_request())).await, (400, "bad tenant".to_owned()));
        let twice = get_as("acme").append_header(("x-tenant", "globex"));
        assert_eq!(text(app.call(twice.to_request())).await, (400, "bad tenant".to_owned()));
        assert_eq!(gate.live(), 0);
        gate.close();
        let refused = app.call(get_as("acme").to_request()).await.unwrap_err().error_response();
        assert_eq!(
            (refused.status().as_u16(), refused.headers().get("retry-after").unwrap().to_str().unwrap()),
            (503, "1")
        );
    });
}

#[test]
fn a_route_outside_names_the_layer() {
    let _captured = Lines::capture();
    run(async {
        let inside = web::scope("/in").wrap(door(&gate())).route("", web::get().to(whose));
        let route = "/outside-of-actix/{id}";
        let app = init_service(App::new().service(inside).route(route, web::get().to(whose))).await;
        assert_eq!(text(app.call(get_as("acme").uri("/in").to_request())).await, (200, "acme".to_owned()));
        let outside = get_as("acme").uri("/outside-of-actix/7");
        assert_eq!(text(app.call(outside.to_request())).await, (500, NoTurn::TEXT.to_owned()));
        let lines = Lines::by_field("route", route);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert_eq!(lines[0].field("method"), Some("GET"));
    });
}

#[derive(Clone)]
struct Claims(&'static str);

#[test]
fn what_an_authentication_has_left() {
    run(async {
        let authenticated = Authenticated::new(|claims: &Claims| tenant(claims.0));
        let resolver = move |request: &Parts| {
            Ok(Incoming::new(authenticated.of(request)?, AgentPin { version: 1 }, TurnFields::new()))
        };
        let door = TurnMiddleware::new(gate(), resolver).claims::<Claims>();
        let app = init_service(App::new().wrap(door).route("/", web::get().to(whose)).wrap_fn(
            |request: ServiceRequest, next| {
                if request.headers().contains_key("authorization") {
                    request.extensions_mut().insert(Claims("globex"));
                }
                next.call(request)
            },
        ))
        .await;
        let asked = TestRequest::get().uri("/").insert_header(("authorization", "yes"));
        assert_eq!(text(app.call(asked.to_request())).await, (200, "globex".to_owned()));
        assert_eq!(text(app.call(get_as("acme").to_request())).await.0, 401);
    });
}

#[with_ctx(entry)]
async fn streams(lines: web::Data<Lines>) -> HttpResponse {
    // Stays on its thread, as actix allows.
    let chunk = Rc::new(Cell::new(0));
    tracing::info!("{}", lines.text("handler"));
    tokio::task::yield_now().await;
    tracing::info!("{}", lines.text("handler"));
    HttpResponse::Ok().streaming(stream::iter(0..3).map(move |_| {
        chunk.set(chunk.get() + 1);
        tracing::info!("{}", lines.text("chunk"));
        Ok::<_, Infallible>(web::Bytes::from(chunk.get().to_string()))
    }))
}

#[test]
fn the_turn_lives_until_the_body_ends() {
    run(async {
        let (gate, lines) = (gate(), Lines::capture());
        let data = web::Data::new(lines.clone());
        let app = init_service(App::new().app_data(data).wrap(door(&gate)).route("/", web::get().to(streams))).await;
        let ids = [request_id(), request_id()];
        let asked = |tenant, id: u64| get_as(tenant).insert_header(("x-request", id.to_string())).to_request();
        let (acme, globex) = tokio::join!(app.call(asked("acme", ids[0])), app.call(asked("globex", ids[1])));
        assert_eq!(gate.live(), 2);
        assert_eq!(read_body(acme.unwrap()).await, "123");
        assert_eq!(gate.live(), 1);
        assert_eq!(globex.as_ref().unwrap().response().body().size(), BodySize::Stream);
        drop(globex);
        assert_eq!(gate.live(), 0);
        let of = |message: &str, tenant: &str| {
            lines.with(message).iter().filter(|line| line.tenant() == Some(tenant)).count()
        };
        assert_eq!((of("handler", "acme"), of("handler", "globex"), of("chunk", "acme")), (2, 2, 3));
        assert_eq!(lines.all().len(), 7);
        for (id, outcome) in [(ids[0], "answered"), (ids[1], "client left")] {
            let logged = Lines::by_field("request_id", id);
            let ended: Vec<_> = logged.iter().filter(|line| line.message == "request ended").collect();
            assert_eq!(
                (ended.len(), ended[0].field("outcome"), ended[0].field("status")),
                (1, Some(outcome), Some("200"))
            );
        }
    });
}

#[test]
fn a_response_that_nobody_waits_for_cancels_the_turn() {
    async fn waits(turn: Turn) -> &'static str {
        turn.spawn(async |ctx| ctx.cancelled().await);
        std::future::pending().await
    }
    run(async {
        let gate = gate();
        let app = init_service(App::new().wrap(door(&gate)).route("/", web::get().to(waits))).await;
        let mut answer = Box::pin(app.call(get_as("acme").to_request()));
        assert!(futures_util::FutureExt::now_or_never(&mut answer).is_none());
        assert_eq!(gate.live(), 1);
        drop(answer);
        gate.idle().await;
    });
}

#[test]
fn a_deadline_ends_the_request() {
    run(async {
        let resolver = |request: &Parts| Ok(resolve(request)?.time_limit(Duration::from_millis(5)));
        let waits = async |_: Turn| std::future::pending::<&'static str>().await;
        let app = App::new().wrap(TurnMiddleware::new(gate(), resolver)).route("/", web::get().to(waits));
        let app = init_service(app).await;
        assert_eq!(text(app.call(get_as("acme").to_request())).await, (504, "deadline passed".to_owned()));
    });
}
