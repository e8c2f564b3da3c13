# Answers the question of bench/interop/libraries.ts with this language's libraries.
import base64
import json
import sys
from datetime import datetime, timezone

from cloudevents.core.formats.json import JSONFormat
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from standardwebhooks import Webhook


def sign(it):
    secret = it["secret"]
    webhook = Webhook(secret if secret.startswith("whsec_") else secret.encode())
    return webhook.sign(it["id"], datetime.fromtimestamp(int(it["timestamp"]), tz=timezone.utc), it["body"])


def verify(it):
    key = Ed25519PublicKey.from_public_bytes(base64.b64decode(it["public_key"].removeprefix("whpk_")))
    try:
        key.verify(
            base64.b64decode(it["signature"].removeprefix("v1a,")),
            f"{it['id']}.{it['timestamp']}.{it['body']}".encode(),
        )
    except InvalidSignature:
        return False
    return True


def read(body):
    event = JSONFormat().read(None, body)
    return {
        "id": event.get_id(),
        "type": event.get_type(),
        "source": event.get_source(),
        "storeid": event.get_extension("storeid"),
        "resourceversion": str(event.get_extension("resourceversion")),
        "data": event.get_data(),
    }


asked = json.load(sys.stdin)
json.dump(
    {
        "signatures": [sign(it) for it in asked["symmetric"]],
        "verdicts": [verify(it) for it in asked["asymmetric"]],
        "events": [read(it) for it in asked["events"]],
    },
    sys.stdout,
)
