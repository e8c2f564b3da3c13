import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A receiver on the server of the JDK. WEBHOOK_SECRET=… PORT=4000 mvn compile exec:java */
public final class Receiver {
    private static final ObjectMapper json = new ObjectMapper();
    private static final Set<String> seen = new HashSet<>();
    private static final ExecutorService worker = Executors.newSingleThreadExecutor();

    public static void main(String[] args) throws IOException {
        Webhook webhook = open(System.getenv().getOrDefault("WEBHOOK_SECRET", ""));
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "4000"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.createContext("/", exchange -> receive(webhook, exchange));
        server.start();
    }

    /** A secret with the prefix whsec_ is base64. For any other secret the key is its UTF-8 bytes. */
    private static Webhook open(String secret) {
        if (secret.isEmpty()) throw new IllegalArgumentException("Set WEBHOOK_SECRET to the secret_key of the integration.");
        return secret.startsWith("whsec_") ? new Webhook(secret) : new Webhook(secret.getBytes(UTF_8));
    }

    private static void receive(Webhook webhook, HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            if (!isGenuine(webhook, body, exchange.getRequestHeaders())) {
                exchange.sendResponseHeaders(401, -1);
                return;
            }
            String id = exchange.getRequestHeaders().getFirst("webhook-id");
            JsonNode event = json.readTree(body);
            worker.execute(() -> work(id, event));
            exchange.sendResponseHeaders(204, -1);
        }
    }

    private static boolean isGenuine(Webhook webhook, String body, Headers headers) {
        try {
            webhook.verify(body, headers);
            return true;
        } catch (WebhookVerificationException invalid) {
            return false;
        }
    }

    /** Replace with your own work after the response. */
    private static void work(String id, JsonNode event) {
        System.out.println(seen.add(id) ? event.get("triggered_by").asText() + " " + id : "skipped " + id);
    }
}
