import type { WebhookIntegration } from '../../../src/deliveries/attempt.ts'
import type { Event } from '../../../src/event-types/event.ts'
import type { DueJob } from '../../../src/events/jobs.ts'
import type { EnabledIntegration, Integration } from '../../../src/integrations/integration.ts'
import { enabledIntegration } from '../../../src/integrations/rules/enabled.ts'

export function anEvent(given: Partial<Event> = {}): Event {
  return {
    id: '0199f3a0-7c00-7000-8000-000000000001',
    organization_id: '0199f3a0-7c00-7000-8000-00000000000a',
    store_id: '0199f3a0-7c00-7000-8000-00000000000b',
    triggered_by: 'order.updated',
    resource_version: 7,
    external_id: null,
    payload: '{"data":{"type":"order","id":"1"}}',
    traceparent: null,
    ...given,
  }
}

export function aDueJob(given: Partial<DueJob> = {}): DueJob {
  return {
    id: '0199f3a0-7c00-7000-8000-000000000002',
    integration_id: '0199f3a0-7c00-7000-8000-000000000003',
    triggered_by: 'order.updated',
    attempt: 1,
    step: 0,
    generation: 1,
    manual_retries: 0,
    priority: 'live',
    order_key: null,
    event: anEvent(),
    ...given,
  }
}

export function aWebhook(given: Partial<WebhookIntegration> = {}): WebhookIntegration {
  return {
    id: '0199f3a0-7c00-7000-8000-000000000003',
    integration_type: 'webhook',
    name: 'Warehouse',
    description: 'Tells the warehouse.',
    configuration: { url: 'https://receiver.example/hook', secret_key: 'open sesame' },
    previous_secret_key: null,
    previous_secret_until: null,
    ...given,
  }
}

export function anIntegration(given: Partial<Integration> = {}): EnabledIntegration {
  return enabledIntegration({
    id: '0199f3a0-7c00-7000-8000-000000000003',
    organization_id: '0199f3a0-7c00-7000-8000-00000000000a',
    store_id: '0199f3a0-7c00-7000-8000-00000000000b',
    integration_type: 'webhook',
    name: 'Warehouse',
    description: 'Tells the warehouse.',
    enabled: true,
    filter: null,
    rate_limit: null,
    concurrency: null,
    observes: ['order.updated'],
    configuration: {},
    previous_secret_key: null,
    previous_secret_until: null,
    secret_since: null,
    disabled_reason: null,
    cancelled_before: '00000000-0000-0000-0000-000000000000',
    version: 1,
    revision: 1,
    created_at: 0,
    updated_at: 0,
    ...given,
  })
}
