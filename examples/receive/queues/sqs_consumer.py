# Consumes a queue of SQS. pip install -r requirements.txt, then
# AWS_REGION=… AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=… QUEUE_URL=https://sqs.… python sqs_consumer.py
import os
import time

import boto3
from botocore.exceptions import BotoCoreError, ClientError
from cloudevents.core.formats.json import JSONFormat

url = os.environ["QUEUE_URL"]
# Defaults to the service of the region; set ENDPOINT_URL for your own server.
sqs = boto3.client("sqs", endpoint_url=os.environ.get("ENDPOINT_URL"))
seen = set()


def consume():
    messages = sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10, WaitTimeSeconds=20).get("Messages", [])
    for message in messages:
        work(JSONFormat().read(None, message["Body"]))
    # Deletes only applied messages; others return after the queue's visibility timeout.
    entries = [{"Id": str(at), "ReceiptHandle": it["ReceiptHandle"]} for at, it in enumerate(messages)]
    if entries:
        sqs.delete_message_batch(QueueUrl=url, Entries=entries)


def work(event):
    """Replace with your own work; event.get_data() is the resource."""
    if event.get_id() in seen:
        return print("skipped", event.get_id(), flush=True)
    seen.add(event.get_id())
    print(event.get_type(), event.get_id(), flush=True)


while True:
    try:
        consume()
    except (BotoCoreError, ClientError) as error:
        print(error, flush=True)
        time.sleep(1)
