# Starts the receiver and its worker for a trial; in production, run them in a PHP server and a service.
: "${WEBHOOK_SECRET:?Set WEBHOOK_SECRET to the secret_key of the integration.}"
php worker.php &
exec php -S "127.0.0.1:${PORT:-4000}" receiver.php
