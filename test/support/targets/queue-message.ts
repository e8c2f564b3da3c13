import type { QueueMessage } from '../../../src/deliveries/attempt.ts'

let messages = 0

export function aMessage(given: Partial<QueueMessage> & { body?: string } = {}): QueueMessage {
  messages += 1
  const { body = `{"id":"event-${messages}"}`, ...more } = given
  return {
    job_id: `job-${messages}`,
    event_id: `event-${messages}`,
    triggered_by: 'order.updated',
    manual_retries: 0,
    message_group: `o-${messages}`,
    resource_version: null,
    traceparent: null,
    bodies: () => [body],
    ...more,
  }
}
