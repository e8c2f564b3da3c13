import { type Failure, fill, type Section } from './failure.ts'
import { oneTimePasswords } from './one-time-passwords.ts'
import { sqsConnections } from './sqs-connections.ts'
import { sqsRefusals } from './sqs-refusals.ts'
import { stompBrokers } from './stomp-brokers.ts'
import { stompConnections } from './stomp-connections.ts'
import { stompRealBrokers } from './stomp-real-brokers.ts'
import { webhookConnections } from './webhook-connections.ts'
import { webhookResponses } from './webhook-responses.ts'
import { webhookTls } from './webhook-tls.ts'
import { webhookTokens } from './webhook-tokens.ts'

/** Every delivery failure that a log can report. */
export const SECTIONS: readonly Section[] = [
  { title: 'Webhooks: connections', failures: webhookConnections },
  { title: 'Webhooks: TLS and certificates', failures: webhookTls },
  { title: 'Webhooks: responses', failures: webhookResponses },
  { title: 'Webhooks: access tokens of OAuth 2.0', failures: webhookTokens },
  { title: 'Amazon SQS: refusals', failures: sqsRefusals },
  { title: 'Amazon SQS: connections and other services', failures: sqsConnections },
  { title: 'Brokers: connections', failures: stompConnections },
  { title: 'Brokers: login, refusals and receipts', failures: stompBrokers },
  { title: 'Brokers: RabbitMQ and ActiveMQ', failures: stompRealBrokers },
  { title: 'Events with a one-time password', failures: oneTimePasswords },
]

export const FAILURES = SECTIONS.flatMap(({ failures }) => failures)

/** Failures that a journey provokes with its own broker. */
export function failuresAt(broker: 'rabbitmq' | 'activemq'): readonly Failure[] {
  return FAILURES.filter((failure) => 'broker' in failure && failure.broker === broker)
}

/** Message of a failure, for tests that provoke it in another way. Throws for an unknown id. */
export function messageOf(id: string, values: Record<string, string> = {}): string {
  const failure = FAILURES.find((each) => each.id === id)
  if (failure === undefined) throw new Error(`No failure is called ${id}`)
  return fill(failure.message, values)
}

/** Our own part of a message, without the service's code and text. */
export function wordingOf(id: string, values: Record<string, string>): string {
  return messageOf(id, values).replace(/ \(.*/s, '')
}
