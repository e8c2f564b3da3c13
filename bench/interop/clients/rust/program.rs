//! Exercises a client generated from docs/openapi.json against a running Tidings; prints the steps as one line of JSON.

use std::collections::HashMap;
use std::env;
use std::error::Error;
use std::time::{Duration, Instant};

use serde_json::{json, Value};
use tidings_client::apis::configuration::Configuration;
use tidings_client::apis::{access_api, deliveries_api, events_api, integrations_api, promotions_api};
use tidings_client::models::{
    new_webhook_integration, CreateIntegrationRequest, Integration, NewEvent, NewIntegration, NewWebhookConfiguration,
    NewWebhookIntegration, PlainEvent, PromotionAction, PublishEventsRequest, WebhookIntegration,
};

const KEY: &str = "rust_ext.updated";
const EVENTS: usize = 3;
const PATIENCE: Duration = Duration::from_secs(30);

type Outcome<T> = Result<T, Box<dyn Error>>;

#[tokio::main]
async fn main() {
    let mut steps = Vec::new();
    // A failure ends the program, because later steps depend on earlier ones.
    if let Err(error) = run(&mut steps).await {
        steps.push(json!({ "name": "the step after these", "ok": false, "error": error.to_string() }));
    }
    println!("{}", json!({ "steps": steps }));
}

async fn run(steps: &mut Vec<Value>) -> Outcome<()> {
    let mut done = |name: &str| steps.push(json!({ "name": name, "ok": true }));
    let api = log_in().await?;
    done("a key logs in");
    let id = create_integration(&api).await?;
    done("an integration is created, for a store that a header names");
    expect(webhook(*integrations_api::get_integration(&api, &id, None).await?.data)?.name == "Rust", "its name")?;
    done("the integration is read");
    let all = integrations_api::list_integrations(&api, None, None, None, None, None, None).await?.data;
    expect(all.iter().any(|one| matches!(one, Integration::CloudSqsIntegration(_))), "no queue")?;
    expect(all.iter().any(|one| matches!(one, Integration::StompIntegration(_))), "no broker")?;
    expect(all.into_iter().any(|one| webhook(one).is_ok_and(|one| one.id.to_string() == id)), "no webhook")?;
    done("integrations of every kind are listed");
    let promotions = promotions_api::list_promotions(&api, None, None, None, None, None, None).await?.data;
    let is_free_item = |action: &PromotionAction| matches!(action, PromotionAction::PromotionActionFreeItem(_));
    let is_percent = |action: &PromotionAction| matches!(action, PromotionAction::PromotionActionPercent(_));
    expect(promotions.iter().any(|one| is_free_item(&one.action)), "no free item")?;
    expect(promotions.iter().any(|one| is_percent(&one.action)), "no percent")?;
    done("promotions of several kinds are listed");
    publish(&api).await?;
    done("events are published");
    let log = read_logs(&api, &id).await?;
    done("the logs of the deliveries are read");
    let request = deliveries_api::get_log_request_body(&api, &id, &log, None).await?.data;
    expect(request.body.is_some_and(|body| body.contains("Grüße")) && request.no_body.is_none(), "another body")?;
    done("the request of a log is read");
    integrations_api::delete_integration(&api, &id, None, None).await?;
    expect(integrations_api::get_integration(&api, &id, None).await.is_err(), "it is still there")?;
    done("the integration is deleted");
    Ok(())
}

async fn log_in() -> Outcome<Configuration> {
    let mut api = Configuration { base_path: env::var("TIDINGS_URL")?, ..Configuration::default() };
    let (id, secret) = (env::var("TIDINGS_CLIENT_ID")?, env::var("TIDINGS_CLIENT_SECRET")?);
    let token = access_api::create_access_token(&api, "client_credentials", Some(&id), Some(&secret)).await?;
    api.bearer_access_token = Some(token.access_token);
    Ok(api)
}

async fn create_integration(api: &Configuration) -> Outcome<String> {
    let mut configuration = NewWebhookConfiguration::new(env::var("RECEIVER_URL")?);
    configuration.secret_key = Some(Some("a secret of the client".to_string()));
    let kind = new_webhook_integration::IntegrationType::Webhook;
    let mut data = NewWebhookIntegration::new(kind, "Rust".to_string(), configuration, vec![KEY.to_string()]);
    data.enabled = Some(true);
    let body = CreateIntegrationRequest::new(NewIntegration::NewWebhookIntegration(Box::new(data)));
    let created = integrations_api::create_integration(api, body, Some(&env::var("TIDINGS_STORE")?)).await?;
    let made = webhook(*created.data)?;
    expect(made.configuration.url == env::var("RECEIVER_URL")? && made.enabled, "another integration")?;
    Ok(made.id.to_string())
}

fn webhook(integration: Integration) -> Outcome<WebhookIntegration> {
    match integration {
        Integration::WebhookIntegration(webhook) => Ok(*webhook),
        other => Err(format!("{other:?} is no webhook").into()),
    }
}

async fn publish(api: &Configuration) -> Outcome<()> {
    let payload = HashMap::from([("data".to_string(), json!({ "type": "note", "id": "n1", "text": "Grüße" }))]);
    let event = NewEvent::PlainEvent(Box::new(PlainEvent::new(KEY.to_string(), payload)));
    let body = PublishEventsRequest::ArrayVecNewEvent(vec![event; EVENTS]);
    expect(events_api::publish_events(api, body, None).await?.data.len() == EVENTS, "another number of events")
}

/** Id of a log, once all events have been delivered. */
async fn read_logs(api: &Configuration, id: &str) -> Outcome<String> {
    let end = Instant::now() + PATIENCE;
    loop {
        let logs = deliveries_api::list_integration_logs(api, id, None, None, None, None, None, None).await?.data;
        let delivered = logs.iter().filter(|log| log.succeeded && log.status_code == Some(204));
        if delivered.count() == EVENTS {
            return Ok(logs[0].id.to_string());
        }
        expect(Instant::now() < end, "events without a delivery")?;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

fn expect(is_right: bool, seen: &str) -> Outcome<()> {
    if is_right {
        Ok(())
    } else {
        Err(seen.into())
    }
}
