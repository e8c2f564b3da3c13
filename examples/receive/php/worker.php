<?php
// Replace with your own work after the response: processes files that receiver.php stored, and marks them as done.
$inbox = getenv('INBOX') ?: __DIR__ . '/inbox';
while (true) {
    foreach (glob("$inbox/*.json") as $file) {
        if (file_exists("$file.done")) {
            continue;
        }
        $event = json_decode(file_get_contents($file), true);
        echo $event['triggered_by'], ' ', $event['id'], "\n";
        touch("$file.done");
    }
    clearstatcache();
    usleep(200_000);
}
