<?php
// A receiver for any PHP server. composer install && WEBHOOK_SECRET=… PORT=4000 sh run.sh
require __DIR__ . '/vendor/autoload.php';

$secret = (string) getenv('WEBHOOK_SECRET');
// A secret with the prefix whsec_ is base64. For any other secret the key is its UTF-8 bytes, which the library reads as base64
// too, because its Webhook::fromRaw fails. Rejects an empty secret.
$webhook = new StandardWebhooks\Webhook(str_starts_with($secret, 'whsec_') ? $secret : base64_encode($secret));
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
try {
    $webhook->verify($body, [
        'webhook-id' => $id,
        'webhook-timestamp' => $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '',
        'webhook-signature' => $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '',
    ]);
} catch (Throwable) { // An unparsable signature throws other exceptions than WebhookVerificationException.
    http_response_code(401);
    exit;
}
// PHP keeps no state between requests, so the queue is a folder. link() is atomic and fails for a repeated event.
$inbox = getenv('INBOX') ?: __DIR__ . '/inbox';
@mkdir($inbox);
$draft = tempnam($inbox, 'draft');
file_put_contents($draft, $body);
if (!@link($draft, $inbox . '/' . basename($id) . '.json')) {
    file_put_contents('php://stderr', "skipped $id\n");
}
unlink($draft);
http_response_code(204);
