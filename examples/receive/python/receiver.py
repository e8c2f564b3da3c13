# A receiver with Flask. pip install -r requirements.txt && WEBHOOK_SECRET=… PORT=4000 python receiver.py
import os
from queue import Queue
from threading import Thread

from flask import Flask, request
from standardwebhooks import Webhook

secret = os.environ["WEBHOOK_SECRET"]
# A secret with the prefix whsec_ is base64. For any other secret the key is its UTF-8 bytes. Rejects an empty secret.
webhook = Webhook(secret if secret.startswith("whsec_") else secret.encode())
app = Flask(__name__)
queue = Queue()


@app.post("/")
def receive():
    try:
        event = webhook.verify(request.get_data(), request.headers)
    except Exception:  # An unparsable signature raises other errors than WebhookVerificationError.
        return "", 401
    queue.put((request.headers["webhook-id"], event))
    return "", 204


def work():
    """Replace with your own work after the response."""
    seen = set()
    while True:
        id, event = queue.get()
        if id in seen:
            print("skipped", id, flush=True)
            continue
        seen.add(id)
        print(event["triggered_by"], id, flush=True)


Thread(target=work, daemon=True).start()
if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", "4000")))
