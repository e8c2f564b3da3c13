// A receiver with axum. WEBHOOK_SECRET=… PORT=4000 cargo run
use axum::{Router, body::Bytes, extract::DefaultBodyLimit, http::HeaderMap, http::StatusCode, routing::post};
use serde_json::Value;
use standardwebhooks::{Webhook, WebhookError};
use std::{collections::HashSet, env, sync::Arc};
use tokio::{net::TcpListener, sync::mpsc};

#[tokio::main]
async fn main() {
    let secret = env::var("WEBHOOK_SECRET").unwrap_or_default();
    // The library would accept an empty secret, so anyone could sign.
    assert!(!secret.is_empty(), "Set WEBHOOK_SECRET to the secret_key of the integration.");
    let webhook = Arc::new(open(&secret).expect("a secret after whsec_ is base64"));
    let (queue, events) = mpsc::channel(1000);
    tokio::spawn(work(events));
    let receive = async move |headers: HeaderMap, body: Bytes| {
        if webhook.verify(&body, &headers).is_err() {
            return StatusCode::UNAUTHORIZED;
        }
        queue.send(body).await.map_or(StatusCode::SERVICE_UNAVAILABLE, |()| StatusCode::NO_CONTENT)
    };
    let app = Router::new().route("/", post(receive)).layer(DefaultBodyLimit::max(16 << 20));
    let port = env::var("PORT").unwrap_or("4000".into());
    let listener = TcpListener::bind(format!("127.0.0.1:{port}")).await.expect("a free port");
    axum::serve(listener, app).await.expect("a server");
}

/// A secret with the prefix whsec_ is base64. For any other secret the key is its UTF-8 bytes.
fn open(secret: &str) -> Result<Webhook, WebhookError> {
    if secret.starts_with("whsec_") { Webhook::new(secret) } else { Webhook::from_bytes(secret.into()) }
}

/// Replace with your own work after the response. The body's `id` is the header webhook-id.
async fn work(mut events: mpsc::Receiver<Bytes>) {
    let mut seen = HashSet::new();
    while let Some(body) = events.recv().await {
        let event: Value = serde_json::from_slice(&body).unwrap_or_default();
        let id = event["id"].as_str().unwrap_or_default().to_string();
        if seen.insert(id.clone()) {
            println!("{} {id}", event["triggered_by"].as_str().unwrap_or_default());
        } else {
            println!("skipped {id}");
        }
    }
}
