// A receiver with net/http. WEBHOOK_SECRET=… PORT=4000 go run .
package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type event struct {
	ID          string `json:"id"` // The same as the header webhook-id
	TriggeredBy string `json:"triggered_by"`
}

func main() {
	webhook, err := open(os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	queue := make(chan event, 1000)
	go work(queue)
	http.HandleFunc("POST /", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 16<<20))
		var received event
		if err != nil || webhook.Verify(body, request.Header) != nil || json.Unmarshal(body, &received) != nil {
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		queue <- received
		response.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+cmp.Or(os.Getenv("PORT"), "4000"), nil))
}

// A secret with the prefix whsec_ is base64. For any other secret the key is its UTF-8 bytes.
func open(secret string) (*standardwebhooks.Webhook, error) {
	if secret == "" { // The library would accept an empty secret, so anyone could sign.
		return nil, fmt.Errorf("set WEBHOOK_SECRET to the secret_key of the integration")
	}
	if strings.HasPrefix(secret, "whsec_") {
		return standardwebhooks.NewWebhook(secret)
	}
	return standardwebhooks.NewWebhookRaw([]byte(secret))
}

// Replace with your own work after the response.
func work(queue <-chan event) {
	seen := map[string]bool{}
	for received := range queue {
		if seen[received.ID] {
			fmt.Println("skipped", received.ID)
			continue
		}
		seen[received.ID] = true
		fmt.Println(received.TriggeredBy, received.ID)
	}
}
