// Exercises a client generated from docs/openapi.json against a running Tidings; prints the steps as one line of JSON.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"reflect"
	"time"

	"tidings.example/client"
	"github.com/google/uuid"
)

const (
	key      = "go_ext.updated"
	events   = 3
	patience = 30 * time.Second
	name     = "Grüße"
)

type step struct {
	Name  string `json:"name"`
	Ok    bool   `json:"ok"`
	Error string `json:"error,omitempty"`
}

type program struct {
	ctx         context.Context
	api         *client.ClientWithResponses
	integration uuid.UUID
	product     uuid.UUID
}

func main() {
	p := &program{ctx: context.Background()}
	all := []struct {
		name string
		run  func() error
	}{
		{"a key logs in", p.logIn},
		{"an integration is created, for a store that a header names", p.createIntegration},
		{"the integration is read and changed, once", p.changeIntegration},
		{"a product is created", p.createProduct},
		{"the product is changed", p.changeProduct},
		{"the product is found by a filter", p.findProduct},
		{"events are published", p.publish},
		{"the jobs of the events are read once delivered", p.readJobs},
		{"the logs of the deliveries are read", p.readLogs},
		{"a file is uploaded, and its bytes are read", p.uploadFile},
		{"a file is linked", p.linkFile},
		{"a 422 is read as its type, with a pointer", p.sendInvalid},
		{"the product is deleted", p.deleteProduct},
		{"the integration is deleted", p.deleteIntegration},
	}
	steps := []step{}
	for _, one := range all {
		err := one.run()
		if err != nil {
			// Later steps depend on this one.
			steps = append(steps, step{one.name, false, err.Error()})
			break
		}
		steps = append(steps, step{one.name, true, ""})
	}
	_ = json.NewEncoder(os.Stdout).Encode(map[string]any{"steps": steps})
}

func expect(isRight bool, seen any) error {
	if isRight {
		return nil
	}
	return fmt.Errorf("seen: %.500s", fmt.Sprintf("%+v", seen))
}

// made sets a member that the client declares as a pointer to a structure without a name.
func made[T any](member **T) *T {
	*member = new(T)
	return *member
}

func pointer[T any](value T) *T { return &value }

func (p *program) logIn() error {
	origin := os.Getenv("TIDINGS_URL")
	public, err := client.NewClientWithResponses(origin)
	if err != nil {
		return err
	}
	response, err := public.CreateAccessTokenWithFormdataBodyWithResponse(p.ctx, client.TokenRequest{
		GrantType:    client.TokenRequestGrantTypeClientCredentials,
		ClientId:     pointer(os.Getenv("TIDINGS_CLIENT_ID")),
		ClientSecret: pointer(os.Getenv("TIDINGS_CLIENT_SECRET")),
	})
	if err != nil {
		return err
	}
	if response.JSON200 == nil {
		return expect(false, string(response.Body))
	}
	token := response.JSON200.AccessToken
	p.api, err = client.NewClientWithResponses(origin, client.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+token)
			return nil
		}))
	return err
}

func (p *program) createIntegration() error {
	data := client.NewIntegration{}
	err := data.FromNewWebhookIntegration(client.NewWebhookIntegration{
		IntegrationType: client.NewWebhookIntegrationIntegrationTypeWebhook,
		Name:            "Go",
		Enabled:         pointer(true),
		Observes:        []string{key},
		Configuration: client.NewWebhookConfiguration{
			Url:       os.Getenv("RECEIVER_URL"),
			SecretKey: pointer("a secret of the client"),
		},
	})
	if err != nil {
		return err
	}
	params := &client.CreateIntegrationParams{XStoreId: pointer(os.Getenv("TIDINGS_STORE"))}
	response, err := p.api.CreateIntegrationWithResponse(p.ctx, params, client.CreateIntegrationRequest{Data: data})
	if err != nil {
		return err
	}
	if response.JSON201 == nil {
		return expect(false, string(response.Body))
	}
	made := response.JSON201.Data
	if made.IntegrationType == nil || *made.IntegrationType != client.IntegrationTypeWebhook {
		return expect(false, string(response.Body))
	}
	webhook, err := made.AsWebhookIntegration()
	if err != nil {
		return err
	}
	p.integration = webhook.Id
	return expect(webhook.Configuration.Url == os.Getenv("RECEIVER_URL") && webhook.Enabled, webhook)
}

func (p *program) changeIntegration() error {
	read, err := p.api.GetIntegrationWithResponse(p.ctx, p.integration, nil)
	if err != nil {
		return err
	}
	params := &client.UpdateIntegrationParams{IfMatch: pointer(read.HTTPResponse.Header.Get("ETag"))}
	body := client.UpdateIntegrationRequest{Data: client.IntegrationChanges{
		Type: client.IntegrationChangesTypeIntegration,
		Name: pointer("Go, renamed"),
	}}
	changed, err := p.api.UpdateIntegrationWithResponse(p.ctx, p.integration, params, body)
	if err != nil {
		return err
	}
	if changed.JSON200 == nil {
		return expect(false, string(changed.Body))
	}
	webhook, err := changed.JSON200.Data.AsWebhookIntegration()
	if err != nil || webhook.Name != "Go, renamed" || !reflect.DeepEqual(webhook.Observes, []string{key}) {
		return expect(false, string(changed.Body))
	}
	again, err := p.api.UpdateIntegrationWithResponse(p.ctx, p.integration, params, body)
	if err != nil {
		return err
	}
	return expect(again.JSON409 != nil, string(again.Body))
}

func (p *program) createProduct() error {
	data := client.NewProduct{}
	data.Attributes.Sku = "go-1"
	data.Attributes.Name = name
	response, err := p.api.CreateProductWithResponse(p.ctx, nil, client.CreateProductRequest{Data: data})
	if err != nil {
		return err
	}
	if response.JSON201 == nil {
		return expect(false, string(response.Body))
	}
	p.product = response.JSON201.Data.Id
	return expect(response.JSON201.Data.Attributes.Name == name, response.JSON201)
}

func (p *program) changeProduct() error {
	data := client.ProductChanges{}
	made(&data.Attributes).Description = pointer("Changed.")
	response, err := p.api.UpdateProductWithResponse(p.ctx, p.product, nil, client.UpdateProductRequest{Data: data})
	if err != nil {
		return err
	}
	if response.JSON200 == nil {
		return expect(false, string(response.Body))
	}
	attributes := response.JSON200.Data.Attributes
	return expect(attributes.Description == "Changed." && attributes.Name == name, attributes)
}

func (p *program) findProduct() error {
	filter := client.Filter{}
	if err := filter.FromOneOrMoreStrings0("eq(sku,go-1)"); err != nil {
		return err
	}
	params := &client.ListProductsParams{Filter: &filter, PageLimit: pointer(5), Sort: pointer("-created_at")}
	response, err := p.api.ListProductsWithResponse(p.ctx, params)
	if err != nil {
		return err
	}
	if response.JSON200 == nil {
		return expect(false, string(response.Body))
	}
	found := response.JSON200.Data
	return expect(len(found) == 1 && found[0].Id == p.product, found)
}

func (p *program) publish() error {
	event := client.NewEvent{}
	err := event.FromPlainEvent(client.PlainEvent{
		TriggeredBy: key,
		Payload:     map[string]any{"data": map[string]any{"type": "note", "id": "n1", "text": name}},
	})
	if err != nil {
		return err
	}
	batch := client.PublishEventsRequest{}
	if err := batch.FromPublishEventsRequest2([]client.NewEvent{event, event, event}); err != nil {
		return err
	}
	response, err := p.api.PublishEventsWithResponse(p.ctx, nil, batch)
	if err != nil {
		return err
	}
	return expect(response.JSON201 != nil && len(response.JSON201.Data) == events, string(response.Body))
}

func (p *program) readJobs() error {
	for end := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		response, err := p.api.ListIntegrationJobsWithResponse(p.ctx, p.integration, nil)
		if err != nil {
			return err
		}
		if response.JSON200 == nil {
			return expect(false, string(response.Body))
		}
		done := 0
		for _, job := range response.JSON200.Data {
			if job.Status == client.IntegrationJobStatusSucceeded && job.Event.TriggeredBy == key {
				done++
			}
		}
		if done == events || time.Now().After(end) {
			return expect(done == events, string(response.Body))
		}
	}
}

func (p *program) readLogs() error {
	response, err := p.api.ListIntegrationLogsWithResponse(p.ctx, p.integration, nil)
	if err != nil {
		return err
	}
	if response.JSON200 == nil || len(response.JSON200.Data) != events {
		return expect(false, string(response.Body))
	}
	for _, log := range response.JSON200.Data {
		if !log.Succeeded || log.StatusCode == nil || *log.StatusCode != http.StatusNoContent {
			return expect(false, log)
		}
	}
	return nil
}

func (p *program) uploadFile() error {
	content := []byte("\x00\xff of a file")
	form := bytes.Buffer{}
	writer := multipart.NewWriter(&form)
	part, err := writer.CreateFormFile("file", "a.bin")
	if err != nil {
		return err
	}
	_, _ = part.Write(content)
	_ = writer.Close()
	created, err := p.api.CreateFileWithBodyWithResponse(p.ctx, nil, writer.FormDataContentType(), &form)
	if err != nil {
		return err
	}
	if created.JSON201 == nil {
		return expect(false, string(created.Body))
	}
	read, err := p.api.GetFileContentWithResponse(p.ctx, created.JSON201.Data.Id, nil)
	if err != nil {
		return err
	}
	return expect(read.StatusCode() == http.StatusOK && bytes.Equal(read.Body, content), read.Body)
}

func (p *program) linkFile() error {
	location := "https://files.example/a.png"
	body := client.CreateFileRequest{}
	if err := body.FromNewFileLink(client.NewFileLink{FileLocation: location}); err != nil {
		return err
	}
	created, err := p.api.CreateFileWithResponse(p.ctx, nil, body)
	if err != nil {
		return err
	}
	if created.JSON201 == nil || created.JSON201.Data.FileLocation == nil {
		return expect(false, string(created.Body))
	}
	return expect(*created.JSON201.Data.FileLocation == location, string(created.Body))
}

func (p *program) sendInvalid() error {
	data := client.NewProduct{}
	data.Attributes.Name = name
	response, err := p.api.CreateProductWithResponse(p.ctx, nil, client.CreateProductRequest{Data: data})
	if err != nil {
		return err
	}
	if response.JSON422 == nil || len(response.JSON422.Errors) != 1 {
		return expect(false, string(response.Body))
	}
	problem := response.JSON422.Errors[0]
	if problem.Source == nil || problem.Source.Pointer == nil {
		return expect(false, problem)
	}
	return expect(problem.Status == 422 && *problem.Source.Pointer == "/data/attributes/sku", problem)
}

func (p *program) deleteProduct() error {
	deleted, err := p.api.DeleteProductWithResponse(p.ctx, p.product, nil)
	if err != nil {
		return err
	}
	if deleted.StatusCode() >= 300 {
		return expect(false, string(deleted.Body))
	}
	gone, err := p.api.GetProductWithResponse(p.ctx, p.product, nil)
	if err != nil {
		return err
	}
	return expect(gone.JSON404 != nil, string(gone.Body))
}

func (p *program) deleteIntegration() error {
	deleted, err := p.api.DeleteIntegrationWithResponse(p.ctx, p.integration, nil)
	if err != nil {
		return err
	}
	if deleted.StatusCode() >= 300 {
		return expect(false, string(deleted.Body))
	}
	gone, err := p.api.GetIntegrationWithResponse(p.ctx, p.integration, nil)
	if err != nil {
		return err
	}
	return expect(gone.JSON404 != nil, string(gone.Body))
}
