import type { EnabledIntegration } from '../integrations/integration.ts'

/** The part of an integration that composing and signing need; secrets in clear. */
export type WebhookIntegration = Pick<
  EnabledIntegration<'webhook'>,
  'id' | 'integration_type' | 'name' | 'description' | 'configuration' | 'previous_secret_key' | 'previous_secret_until'
>

/** A message before it is signed. Header names are as configured. */
export type Message = { headers: Record<string, string>; body: string }

/** A message for a queue. */
export type QueueMessage = {
  job_id: string
  event_id: string
  /** The observed key that matched. */
  triggered_by: string
  manual_retries: number
  /** What messages of one resource have in common. */
  message_group: string
  resource_version: number | null
  traceparent: string | null
  /** JSON of a structured CloudEvent: whole, then without related resources, then naming the resource only. */
  bodies(): Iterable<string>
}

/** A message ready to be sent. */
export type SignedMessage = Message & { url: string }

/** Why there is no response. */
export type NoResponseReason =
  | 'timeout'
  | 'refused'
  | 'reset'
  | 'unreachable'
  | 'name-not-found'
  | 'name-server'
  | 'tls'
  | 'address-blocked'
  | 'proxy'
  | 'bad-answer'
  | 'bad-url'
  | 'access-token'
  | 'shutting-down'
  | 'other'

/** The outcome of an exchange. `processing_time` is in seconds, from its start to its end. */
export type Reply =
  | {
      kind: 'response'
      status_code: number
      headers: Record<string, string>
      /** At most 64 KiB, decoded as UTF-8, never inflated. */
      body: string
      body_truncated: boolean
      processing_time: number
    }
  | QueueReply
  | { kind: 'no_response'; reason: NoResponseReason; detail: string; processing_time: number }

/** A queue accepted the message, or refused it, with a sentence for the log; so does a receiver that grants no deliveries. */
type QueueReply = {
  /** Null where the protocol has none. */
  status_code: number | null
  headers: Record<string, string>
  body: string
  processing_time: number
} & ({ kind: 'accepted' } | ({ kind: 'refused'; detail: string } & RefusalEffect))

/** Whether the queue is overloaded, and whether it would refuse the message again whenever it is sent. */
export type RefusalEffect = { overloaded: boolean; final: boolean }

/** What a reply means. `retry_after` is in seconds, as the receiver requested. After a `final` failure nothing is retried. */
export type Verdict =
  | { succeeded: true }
  | { succeeded: false; detail: string; retry_after: number | null; final: boolean }

/** The next state of the job. `next_at` is milliseconds since the epoch. */
export type Next = { status: 'succeeded' } | { status: 'failed' } | { status: 'pending'; next_at: number; step: number }
