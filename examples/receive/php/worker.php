<?php
// Your own, after the response: takes what receiver.php has put into the folder, and marks what it has done.
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
