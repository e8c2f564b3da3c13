# Consumes a queue of a broker over STOMP. pip install -r requirements.txt, then
# STOMP_HOST=localhost STOMP_PORT=61613 STOMP_USERNAME=… STOMP_PASSWORD=… DESTINATION=/queue/events python stomp_consumer.py
import os
import time

import stomp
from cloudevents.core.formats.json import JSONFormat

connection = stomp.Connection12(
    [(os.environ.get("STOMP_HOST", "localhost"), int(os.environ.get("STOMP_PORT", "61613")))],
    heartbeats=(10_000, 10_000),
)
destination = os.environ["DESTINATION"]
# ActiveMQ Artemis needs the address type: SUBSCRIPTION_TYPE=ANYCAST for a queue, MULTICAST for a topic.
kind = os.environ.get("SUBSCRIPTION_TYPE")
seen = set()


class Consumer(stomp.ConnectionListener):
    def on_message(self, frame):
        work(JSONFormat().read(None, frame.body))
        connection.ack(frame.headers["ack"])  # Unacknowledged messages are redelivered.


def work(event):
    """Replace with your own work; event.get_data() is the resource."""
    if event.get_id() in seen:
        return print("skipped", event.get_id(), flush=True)
    seen.add(event.get_id())
    print(event.get_type(), event.get_id(), flush=True)


connection.set_listener("consumer", Consumer())
while True:
    if not connection.is_connected():
        try:
            connection.connect(os.environ.get("STOMP_USERNAME"), os.environ.get("STOMP_PASSWORD"), wait=True)
            headers = {"subscription-type": kind} if kind else {}
            connection.subscribe(destination, id="1", ack="client-individual", headers=headers)
            print("consuming", destination, flush=True)
        except stomp.exception.StompException as error:
            print(error, flush=True)
    time.sleep(1)
