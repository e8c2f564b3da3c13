import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.standardwebhooks.Webhook;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.provider.EventFormatProvider;
import io.cloudevents.jackson.JsonFormat;
import java.io.IOException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/** Answers the question of bench/interop/libraries.ts with this language's libraries. */
public final class Checker {
    private static final ObjectMapper json = new ObjectMapper();
    /** Prefix of the 32 bytes of an Ed25519 key in X.509 form. */
    private static final byte[] PREFIX = Base64.getDecoder().decode("MCowBQYDK2VwAyEA");

    public static void main(String[] args) throws Exception {
        JsonNode asked = json.readTree(System.in);
        ObjectNode answer = json.createObjectNode();
        ArrayNode signatures = answer.putArray("signatures");
        for (JsonNode it : asked.get("symmetric")) signatures.add(sign(it));
        ArrayNode verdicts = answer.putArray("verdicts");
        for (JsonNode it : asked.get("asymmetric")) verdicts.add(verify(it));
        ArrayNode events = answer.putArray("events");
        for (JsonNode it : asked.get("events")) events.add(read(it.asText()));
        System.out.write(json.writeValueAsBytes(answer));
        System.out.flush();
    }

    private static String sign(JsonNode it) throws Exception {
        String secret = it.get("secret").asText();
        Webhook webhook = secret.startsWith("whsec_") ? new Webhook(secret) : new Webhook(secret.getBytes(UTF_8));
        return webhook.sign(it.get("id").asText(), it.get("timestamp").asLong(), it.get("body").asText());
    }

    private static boolean verify(JsonNode it) throws Exception {
        byte[] key = Base64.getDecoder().decode(it.get("public_key").asText().substring("whpk_".length()));
        byte[] encoded = new byte[PREFIX.length + key.length];
        System.arraycopy(PREFIX, 0, encoded, 0, PREFIX.length);
        System.arraycopy(key, 0, encoded, PREFIX.length, key.length);
        Signature verifier = Signature.getInstance("Ed25519");
        verifier.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
        String text = it.get("id").asText() + "." + it.get("timestamp").asText() + "." + it.get("body").asText();
        verifier.update(text.getBytes(UTF_8));
        return verifier.verify(Base64.getDecoder().decode(it.get("signature").asText().substring("v1a,".length())));
    }

    private static ObjectNode read(String body) throws IOException {
        CloudEvent event = EventFormatProvider.getInstance()
                .resolveFormat(JsonFormat.CONTENT_TYPE)
                .deserialize(body.getBytes(UTF_8));
        ObjectNode read = json.createObjectNode();
        read.put("id", event.getId());
        read.put("type", event.getType());
        read.put("source", event.getSource().toString());
        read.put("storeid", String.valueOf(event.getExtension("storeid")));
        read.put("resourceversion", String.valueOf(event.getExtension("resourceversion")));
        read.set("data", json.readTree(event.getData().toBytes()));
        return read;
    }
}
