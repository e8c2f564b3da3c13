// Answers the question of bench/interop/libraries.ts with this language's libraries.
package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"
	"time"

	cloudevents "github.com/cloudevents/sdk-go/v2"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type vector struct {
	Secret    string
	PublicKey string `json:"public_key"`
	ID        string
	Timestamp string
	Body      string
	Signature string
}

type answer struct {
	Signatures []string         `json:"signatures"`
	Verdicts   []bool           `json:"verdicts"`
	Events     []map[string]any `json:"events"`
}

func main() {
	var asked struct {
		Symmetric, Asymmetric []vector
		Events                []string
	}
	must(json.NewDecoder(os.Stdin).Decode(&asked))
	result := answer{Signatures: []string{}, Verdicts: []bool{}, Events: []map[string]any{}}
	for _, it := range asked.Symmetric {
		result.Signatures = append(result.Signatures, sign(it))
	}
	for _, it := range asked.Asymmetric {
		result.Verdicts = append(result.Verdicts, verify(it))
	}
	for _, it := range asked.Events {
		result.Events = append(result.Events, read(it))
	}
	must(json.NewEncoder(os.Stdout).Encode(result))
}

func sign(it vector) string {
	webhook, err := standardwebhooks.NewWebhookRaw([]byte(it.Secret))
	if strings.HasPrefix(it.Secret, "whsec_") {
		webhook, err = standardwebhooks.NewWebhook(it.Secret)
	}
	must(err)
	seconds, err := strconv.ParseInt(it.Timestamp, 10, 64)
	must(err)
	signature, err := webhook.Sign(it.ID, time.Unix(seconds, 0), []byte(it.Body))
	must(err)
	return signature
}

func verify(it vector) bool {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(it.PublicKey, "whpk_"))
	must(err)
	signature, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(it.Signature, "v1a,"))
	must(err)
	return ed25519.Verify(key, []byte(it.ID+"."+it.Timestamp+"."+it.Body), signature)
}

func read(body string) map[string]any {
	event := cloudevents.NewEvent()
	must(json.Unmarshal([]byte(body), &event))
	must(event.Validate())
	return map[string]any{
		"id":              event.ID(),
		"type":            event.Type(),
		"source":          event.Source(),
		"storeid":         event.Extensions()["storeid"],
		"resourceversion": fmt.Sprint(event.Extensions()["resourceversion"]),
		"data":            json.RawMessage(event.Data()),
	}
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
