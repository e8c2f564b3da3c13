<?php
// A receiver for any PHP server. composer install && WEBHOOK_SECRET=… PORT=4000 sh run.sh
require __DIR__ . '/vendor/autoload.php';

$secret = (string) getenv('WEBHOOK_SECRET');
// A secret that starts with whsec_ is base64; of any other one the key is its UTF-8 bytes, which the library takes as base64
// too: its Webhook::fromRaw fails. An empty one is refused here.
$webhook = new StandardWebhooks\Webhook(str_starts_with($secret, 'whsec_') ? $secret : base64_encode($secret));
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
try {
    $webhook->verify($body, [
        'webhook-id' => $id,
        'webhook-timestamp' => $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '',
        'webhook-signature' => $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '',
    ]);
} catch (Throwable) { // A signature that cannot be parsed throws others than WebhookVerificationException.
    http_response_code(401);
    exit;
}
// Each request starts anew, so the queue is a folder. A link is made whole and once: the same event again is skipped.
$inbox = getenv('INBOX') ?: __DIR__ . '/inbox';
@mkdir($inbox);
$draft = tempnam($inbox, 'draft');
file_put_contents($draft, $body);
if (!@link($draft, $inbox . '/' . basename($id) . '.json')) {
    file_put_contents('php://stderr', "skipped $id\n");
}
unlink($draft);
http_response_code(204);
