// Answers the question of bench/interop/libraries.ts with this language's libraries.
use base64::{Engine, engine::general_purpose::STANDARD};
use cloudevents::{AttributesReader, Data, Event};
use ed25519_dalek::{Signature, Verifier, VerifyingKey};
use serde_json::{Value, json};
use standardwebhooks::Webhook;
use std::error::Error;
use std::io::stdin;

type Answer<T> = Result<T, Box<dyn Error>>;

fn main() -> Answer<()> {
    let asked: Value = serde_json::from_reader(stdin())?;
    let answer = json!({
        "signatures": each(&asked["symmetric"], sign)?,
        "verdicts": each(&asked["asymmetric"], verify)?,
        "events": each(&asked["events"], read)?,
    });
    println!("{answer}");
    Ok(())
}

fn each<T>(list: &Value, check: fn(&Value) -> Answer<T>) -> Answer<Vec<T>> {
    list.as_array().into_iter().flatten().map(check).collect()
}

fn text<'a>(it: &'a Value, member: &str) -> &'a str {
    it[member].as_str().unwrap_or_default()
}

fn sign(it: &Value) -> Answer<String> {
    let secret = text(it, "secret");
    let webhook = if secret.starts_with("whsec_") { Webhook::new(secret)? } else { Webhook::from_bytes(secret.into())? };
    Ok(webhook.sign(text(it, "id"), text(it, "timestamp").parse()?, text(it, "body").as_bytes())?)
}

fn verify(it: &Value) -> Answer<bool> {
    let key = STANDARD.decode(text(it, "public_key").trim_start_matches("whpk_"))?;
    let signature = STANDARD.decode(text(it, "signature").trim_start_matches("v1a,"))?;
    let signed = format!("{}.{}.{}", text(it, "id"), text(it, "timestamp"), text(it, "body"));
    let key = VerifyingKey::from_bytes(key.as_slice().try_into()?)?;
    Ok(key.verify(signed.as_bytes(), &Signature::from_slice(&signature)?).is_ok())
}

fn read(it: &Value) -> Answer<Value> {
    let event: Event = serde_json::from_str(it.as_str().unwrap_or_default())?;
    let data = match event.data() {
        Some(Data::Json(value)) => value.clone(),
        other => json!(format!("no JSON: {other:?}")),
    };
    Ok(json!({
        "id": event.id(),
        "type": event.ty(),
        "source": event.source().to_string(),
        "storeid": event.extension("storeid").map(ToString::to_string),
        "resourceversion": event.extension("resourceversion").map(ToString::to_string),
        "data": data,
    }))
}
