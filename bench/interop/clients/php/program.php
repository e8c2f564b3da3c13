<?php
// Exercises a client generated from docs/openapi.json against a running Tidings; prints the steps as one line of JSON.

declare(strict_types=1);

require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    if (str_starts_with($class, 'Tidings\\')) require __DIR__ . '/client/lib/' . strtr(substr($class, 8), '\\', '/') . '.php';
});

use Tidings\Api\{AccessApi, DeliveriesApi, EventsApi, FilesApi, IntegrationsApi, PromotionsApi};
use Tidings\{ApiException, Configuration};
use Tidings\Model\{CreateIntegrationRequest, NewWebhookConfiguration, NewWebhookIntegration, PlainEvent};

const KEY = 'php_ext.updated';
const EVENTS = 3;
const PATIENCE_SECONDS = 30;

$steps = [];

/** Ends the program on failure, because later steps depend on the result. */
function step(string $name, callable $run): mixed
{
    global $steps;
    try {
        $made = $run();
        $steps[] = ['name' => $name, 'ok' => true];
        return $made;
    } catch (Throwable $error) {
        $steps[] = ['name' => $name, 'ok' => false, 'error' => get_class($error) . ': ' . $error->getMessage()];
        exit(json_encode(['steps' => $steps], JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
    }
}

function expect(bool $isRight, mixed $seen): void
{
    if (!$isRight) throw new RuntimeException('seen: ' . substr(var_export($seen, true), 0, 500));
}

$http = new GuzzleHttp\Client();
$config = (new Configuration())->setHost(getenv('TIDINGS_URL'));
$integrations = new IntegrationsApi($http, $config);
$deliveries = new DeliveriesApi($http, $config);

step('a key logs in', function () use ($http, $config) {
    $access = new AccessApi($http, $config);
    $token = $access->createAccessToken('client_credentials', getenv('TIDINGS_CLIENT_ID'), getenv('TIDINGS_CLIENT_SECRET'));
    $config->setAccessToken($token->getAccessToken());
});
$id = step('an integration is created, for a store that a header names', function () use ($integrations) {
    $configuration = new NewWebhookConfiguration(['url' => getenv('RECEIVER_URL'), 'secret_key' => 'a secret of the client']);
    $data = new NewWebhookIntegration([
        'integration_type' => NewWebhookIntegration::INTEGRATION_TYPE_WEBHOOK,
        'name' => 'PHP',
        'enabled' => true,
        'observes' => [KEY],
        'configuration' => $configuration,
    ]);
    $made = $integrations->createIntegration(new CreateIntegrationRequest(['data' => $data]), getenv('TIDINGS_STORE'))->getData();
    expect($made->getEnabled() && $made->getIntegrationType() === 'webhook', $made);
    return $made->getId();
});
step('the integration is read', function () use ($integrations, $id) {
    $read = $integrations->getIntegration($id)->getData();
    expect($read->getName() === 'PHP' && $read->getObserves() === [KEY], $read);
    expect($read->getConfiguration()->url === getenv('RECEIVER_URL'), $read);
});
step('integrations of every kind are listed', function () use ($integrations) {
    $kinds = array_map(fn ($one) => $one->getIntegrationType(), $integrations->listIntegrations()->getData());
    expect(array_diff(['webhook', 'cloud_sqs', 'stomp'], $kinds) === [], $kinds);
});
step('promotions of several kinds are listed', function () use ($http, $config) {
    $kinds = array_map(fn ($one) => $one->getAction()->getKind(), (new PromotionsApi($http, $config))->listPromotions()->getData());
    expect(array_diff(['free_item', 'percent'], $kinds) === [], $kinds);
});
step('events are published', function () use ($http, $config) {
    $event = new PlainEvent(['triggered_by' => KEY, 'payload' => ['data' => ['type' => 'note', 'id' => 'n1', 'text' => 'Grüße']]]);
    $accepted = (new EventsApi($http, $config))->publishEvents(array_fill(0, EVENTS, $event))->getData();
    expect(count($accepted) === EVENTS, $accepted);
});
$log = step('the logs of the deliveries are read', function () use ($deliveries, $id) {
    for ($end = microtime(true) + PATIENCE_SECONDS; ; usleep(100_000)) {
        $logs = $deliveries->listIntegrationLogs($id)->getData();
        $delivered = array_filter($logs, fn ($log) => $log->getSucceeded() && $log->getStatusCode() === 204);
        if (count($delivered) === EVENTS) return $logs[0]->getId();
        expect(microtime(true) < $end, $logs);
    }
});
step('the request of a log is read', function () use ($deliveries, $id, $log) {
    $request = $deliveries->getLogRequestBody($id, $log)->getData();
    expect(str_contains($request->getBody(), 'Grüße') && $request->getNoBody() === null, $request);
});
step('a file is linked with a form', function () use ($http, $config) {
    $made = (new FilesApi($http, $config))->createFile(file_location: 'https://files.example/a.png', public: 'true')->getData();
    expect($made->getFileLocation() === 'https://files.example/a.png', $made);
});
step('the integration is deleted', function () use ($integrations, $id) {
    $integrations->deleteIntegration($id);
    try {
        expect(false, $integrations->getIntegration($id));
    } catch (ApiException $gone) {
        expect($gone->getCode() === 404, $gone->getCode());
    }
});
echo json_encode(['steps' => $steps]), "\n";
