"""Exercises a client generated from docs/openapi.json against a running Tidings; prints the steps as one line of JSON."""

import importlib
import json
import os
import pkgutil
import time
from io import BytesIO
from uuid import UUID

import tidings_client
from tidings_client import AuthenticatedClient, Client
from tidings_client.api.access import create_access_token
from tidings_client.api.deliveries import list_integration_jobs, list_integration_logs
from tidings_client.api.events import publish_events
from tidings_client.api.files import create_file, get_file_content
from tidings_client.api.integrations import create_integration, delete_integration, get_integration, update_integration
from tidings_client.api.products import create_product, delete_product, get_product, list_products, update_product
from tidings_client.models import (
    CreateFileForm,
    CreateIntegrationRequest,
    CreateProductRequest,
    ErrorResponse,
    IntegrationJobStatus,
    NewFileLink,
    NewProduct,
    NewProductAttributes,
    NewWebhookIntegration,
    PlainEvent,
    JsonObject,
    ProductChanges,
    UpdateProductsRequestItem,
    TokenRequest,
    TokenRequestGrantType,
    CreateFileFormPublic,
    UpdateIntegrationRequest,
    UpdateProductRequest,
    NewWebhookConfiguration,
    WebhookIntegration,
)
from tidings_client.types import File

ORIGIN = os.environ["TIDINGS_URL"]
STORE = os.environ["TIDINGS_STORE"]
KEY = "python_ext.updated"
EVENTS = 3
PATIENCE_SECONDS = 30
steps = []


class Wrong(Exception):
    pass


def expect(is_right, seen):
    if not is_right:
        raise Wrong(repr(seen)[:500])


def step(name, run):
    """Ends the program on failure, because later steps depend on the result."""
    try:
        made = run()
        steps.append({"name": name, "ok": True})
        return made
    except Exception as error:
        steps.append({"name": name, "ok": False, "error": f"{type(error).__name__}: {error}"})
        print(json.dumps({"steps": steps}))
        raise SystemExit(0) from error


def import_everything():
    names = [module.name for module in pkgutil.walk_packages(tidings_client.__path__, "tidings_client.")]
    for name in names:
        importlib.import_module(name)
    expect(len(names) > 1000, len(names))


def log_in():
    body = TokenRequest(
        grant_type=TokenRequestGrantType.CLIENT_CREDENTIALS,
        client_id=os.environ["TIDINGS_CLIENT_ID"],
        client_secret=os.environ["TIDINGS_CLIENT_SECRET"],
    )
    token = create_access_token.sync(client=Client(base_url=ORIGIN), body=body)
    expect(token.token_type == "Bearer" and token.expires_in > 0, token)
    return AuthenticatedClient(base_url=ORIGIN, token=token.access_token, raise_on_unexpected_status=True)


def make_integration():
    configuration = NewWebhookConfiguration(url=os.environ["RECEIVER_URL"], secret_key="a secret of the client")
    data = NewWebhookIntegration("webhook", name="Python", configuration=configuration, observes=[KEY], enabled=True)
    made = create_integration.sync(client=client, body=CreateIntegrationRequest(data), x_store_id=STORE).data
    expect(isinstance(made, WebhookIntegration) and isinstance(made.id, UUID), made)
    expect(made.configuration.url == os.environ["RECEIVER_URL"], made)
    return made


def change_integration():
    """Sends a resource back with one change."""
    read = get_integration.sync_detailed(integration.id, client=client)
    body = read.parsed.to_dict()
    body["data"]["name"] = "Python, renamed"
    request = UpdateIntegrationRequest.from_dict(body)
    changed = update_integration.sync(integration.id, client=client, body=request, if_match=read.headers["etag"])
    expect(changed.data.name == "Python, renamed" and changed.data.observes == [KEY], changed)
    again = update_integration.sync_detailed(
        integration.id, client=client, body=request, if_match=read.headers["etag"]
    )
    expect(again.status_code == 409 and isinstance(again.parsed, ErrorResponse), again)


def make_product():
    attributes = NewProductAttributes(sku="python-1", name="Grüße", tags=["client"])
    made = create_product.sync(client=client, body=CreateProductRequest(NewProduct(attributes))).data
    expect(made.attributes.name == "Grüße" and made.attributes.tags == ["client"], made)
    return made


def change_product():
    attributes = UpdateProductsRequestItem(description="Changed.")
    body = UpdateProductRequest(ProductChanges(attributes=attributes))
    changed = update_product.sync(product.id, client=client, body=body)
    expect(changed.data.attributes.description == "Changed.", changed)
    expect(changed.data.attributes.name == "Grüße", changed)


def find_product():
    found = list_products.sync(client=client, filter_="eq(sku,python-1)", pagelimit=5, sort="-created_at")
    expect([one.id for one in found.data] == [product.id], found)
    expect(found.meta.results.total == 1, found)


def publish():
    payload = JsonObject.from_dict({"data": {"type": "note", "id": "n1", "text": "Grüße 🐎"}})
    published = publish_events.sync(client=client, body=[PlainEvent(KEY, payload) for _ in range(EVENTS)])
    expect(len(published.data) == EVENTS, published)


def read_jobs():
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        jobs = list_integration_jobs.sync(integration.id, client=client)
        done = [job for job in jobs.data if job.status == IntegrationJobStatus.SUCCEEDED]
        if len(done) == EVENTS:
            break
        expect(time.monotonic() < end, jobs)
        time.sleep(0.1)
    expect(all(job.attempts == 1 and job.event.triggered_by == KEY for job in done), done)


def read_logs():
    logs = list_integration_logs.sync(integration.id, client=client).data
    expect(len(logs) == EVENTS and all(log.succeeded and log.status_code == 204 for log in logs), logs)


def upload_file():
    content = b"\x00\xff of a file"
    form = CreateFileForm(file=File(payload=BytesIO(content), file_name="a.bin"), public=CreateFileFormPublic.FALSE)
    file = create_file.sync(client=client, body=form).data
    expect(file.file_size == len(content) and file.file_name == "a.bin", file)
    read = get_file_content.sync_detailed(file.id, client=client)
    expect(read.status_code == 200 and read.content == content, read)
    # `parsed` contains the file.
    expect(read.parsed.payload.read() == content, read)


def link_file():
    link = NewFileLink(file_location="https://files.example/a.png", mime_type="image/png")
    file = create_file.sync(client=client, body=link).data
    expect(file.file_location == "https://files.example/a.png", file)


def send_what_is_invalid():
    attributes = NewProductAttributes(sku="", name="x")
    refused = create_product.sync_detailed(client=client, body=CreateProductRequest(NewProduct(attributes)))
    expect(refused.status_code == 422 and isinstance(refused.parsed, ErrorResponse), refused)
    pointers = [error.source.pointer for error in refused.parsed.errors]
    expect(pointers == ["/data/attributes/sku"], refused.parsed)
    expect(all(error.status == 422 and error.detail != "" for error in refused.parsed.errors), refused.parsed)


def delete_product_again():
    expect(delete_product.sync_detailed(product.id, client=client).status_code in (200, 204), product.id)
    gone = get_product.sync_detailed(product.id, client=client)
    expect(gone.status_code == 404 and isinstance(gone.parsed, ErrorResponse), gone)


def delete_integration_again():
    deleted = delete_integration.sync_detailed(integration.id, client=client)
    expect(deleted.status_code in (200, 204), deleted)
    gone = get_integration.sync_detailed(integration.id, client=client)
    expect(gone.status_code == 404 and isinstance(gone.parsed, ErrorResponse), gone)


step("every module is imported", import_everything)
client = step("a key logs in", log_in)
integration = step("an integration is created, for a store that a header names", make_integration)
step("the integration is read, changed and sent back, once", change_integration)
product = step("a product is created", make_product)
step("the product is changed", change_product)
step("the product is found by a filter", find_product)
step("events are published", publish)
step("the jobs of the events are read once delivered", read_jobs)
step("the logs of the deliveries are read", read_logs)
step("a file is uploaded, and its bytes are read", upload_file)
step("a file is linked", link_file)
step("a 422 is read as its type, with a pointer", send_what_is_invalid)
step("the product is deleted", delete_product_again)
step("the integration is deleted", delete_integration_again)
print(json.dumps({"steps": steps}))
