import com.google.gson.Gson;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AccessApi;
import org.openapitools.client.api.DeliveriesApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.IntegrationsApi;
import org.openapitools.client.api.PromotionsApi;
import org.openapitools.client.model.CloudSqsIntegration;
import org.openapitools.client.model.CreateIntegrationRequest;
import org.openapitools.client.model.IntegrationLog;
import org.openapitools.client.model.NewEvent;
import org.openapitools.client.model.NewIntegration;
import org.openapitools.client.model.NewWebhookConfiguration;
import org.openapitools.client.model.NewWebhookIntegration;
import org.openapitools.client.model.PlainEvent;
import org.openapitools.client.model.PromotionActionFreeItem;
import org.openapitools.client.model.PromotionActionPercent;
import org.openapitools.client.model.PublishEventsRequest;
import org.openapitools.client.model.StompIntegration;
import org.openapitools.client.model.WebhookIntegration;

/** Exercises a client generated from docs/openapi.json against a running Tidings; prints the steps as one line of JSON. */
public final class Program {
    private static final String KEY = "java_ext.updated";
    private static final int EVENTS = 3;
    private static final long PATIENCE_MS = 30_000;
    private static final List<Map<String, Object>> steps = new ArrayList<>();

    private final ApiClient api = new ApiClient().setBasePath(System.getenv("TIDINGS_URL"));
    private final IntegrationsApi integrations = new IntegrationsApi(api);
    private UUID id;
    private UUID log;

    interface Step {
        void run() throws Exception;
    }

    public static void main(String[] args) {
        try {
            new Program().runAll();
        } catch (Exception error) {
            // A failure ends the program, because later steps depend on this one.
        }
        System.out.println(new Gson().toJson(Map.of("steps", steps)));
        // The pool of the HTTP client keeps the program alive for some minutes.
        System.exit(0);
    }

    private static void step(String name, Step step) throws Exception {
        Map<String, Object> outcome = new LinkedHashMap<>(Map.of("name", name, "ok", true));
        steps.add(outcome);
        try {
            step.run();
        } catch (Exception error) {
            outcome.put("ok", false);
            outcome.put("error", String.valueOf(error));
            throw error;
        }
    }

    private static void expect(boolean isRight, Object seen) {
        if (!isRight) throw new IllegalStateException("seen: " + seen);
    }

    private void runAll() throws Exception {
        step("a key logs in", this::logIn);
        step("an integration is created, for a store that a header names", this::createIntegration);
        step("the integration is read", this::readIntegration);
        step("integrations of every kind are listed", this::listIntegrations);
        step("promotions of several kinds are listed", this::listPromotions);
        step("events are published", this::publish);
        step("the logs of the deliveries are read", this::readLogs);
        step("the request of a log is read", this::readRequest);
        step("the integration is deleted", this::deleteIntegration);
    }

    private void logIn() throws ApiException {
        String client = System.getenv("TIDINGS_CLIENT_ID");
        var token = new AccessApi(api).createAccessToken("client_credentials", client, System.getenv("TIDINGS_CLIENT_SECRET"));
        api.setBearerToken(token.getAccessToken());
    }

    private void createIntegration() throws ApiException {
        NewWebhookIntegration data = new NewWebhookIntegration()
            .integrationType(NewWebhookIntegration.IntegrationTypeEnum.WEBHOOK)
            .name("Java")
            .enabled(true)
            .observes(List.of(KEY))
            ._configuration(new NewWebhookConfiguration().url(System.getenv("RECEIVER_URL")).secretKey("a secret of the client"));
        var body = new CreateIntegrationRequest().data(new NewIntegration(data));
        WebhookIntegration made = integrations.createIntegration(body, System.getenv("TIDINGS_STORE")).getData().getWebhookIntegration();
        id = made.getId();
        expect(made.getConfiguration().getUrl().equals(System.getenv("RECEIVER_URL")) && made.getEnabled(), made);
    }

    private void readIntegration() throws ApiException {
        WebhookIntegration read = integrations.getIntegration(id, null).getData().getWebhookIntegration();
        expect(read.getName().equals("Java") && read.getObserves().equals(List.of(KEY)), read);
    }

    private void listIntegrations() throws ApiException {
        var all = integrations.listIntegrations(null, null, null, null, null, null).getData();
        for (var kind : List.of(WebhookIntegration.class, CloudSqsIntegration.class, StompIntegration.class))
            expect(all.stream().anyMatch(one -> kind.isInstance(one.getActualInstance())), kind);
    }

    private void listPromotions() throws ApiException {
        var all = new PromotionsApi(api).listPromotions(null, null, null, null, null, null).getData();
        for (var kind : List.of(PromotionActionFreeItem.class, PromotionActionPercent.class))
            expect(all.stream().anyMatch(one -> kind.isInstance(one.getAction().getActualInstance())), kind);
    }

    private void publish() throws ApiException {
        PlainEvent event = new PlainEvent().triggeredBy(KEY).payload(Map.of("data", Map.of("type", "note", "id", "n1", "text", "Grüße")));
        var body = new PublishEventsRequest(Collections.nCopies(EVENTS, new NewEvent(event)));
        var accepted = new EventsApi(api).publishEvents(body, null).getData();
        expect(accepted.size() == EVENTS, accepted);
    }

    private void readLogs() throws Exception {
        long end = System.currentTimeMillis() + PATIENCE_MS;
        while (true) {
            List<IntegrationLog> logs = new DeliveriesApi(api).listIntegrationLogs(id, null, null, null, null, null, null).getData();
            long delivered = logs.stream().filter(one -> one.getSucceeded() && Integer.valueOf(204).equals(one.getStatusCode())).count();
            if (delivered == EVENTS) {
                log = logs.get(0).getId();
                return;
            }
            expect(System.currentTimeMillis() < end, logs);
            Thread.sleep(100);
        }
    }

    private void readRequest() throws ApiException {
        var request = new DeliveriesApi(api).getLogRequestBody(id, log, null).getData();
        expect(request.getBody().contains("Grüße") && request.getNoBody() == null, request);
    }

    private void deleteIntegration() throws ApiException {
        integrations.deleteIntegration(id, null, null);
        try {
            expect(false, integrations.getIntegration(id, null));
        } catch (ApiException gone) {
            expect(gone.getCode() == 404, gone);
        }
    }
}
