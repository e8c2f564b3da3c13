import type { EnabledIntegration } from '../integrations/integration.ts'

/** Part of an integration that is needed to compose and sign a webhook; secrets are in plaintext. */
export type WebhookIntegration = Pick<
  EnabledIntegration<'webhook'>,
  'id' | 'integration_type' | 'name' | 'description' | 'configuration' | 'previous_secret_key' | 'previous_secret_until'
>

/** Unsigned message. Header names are as configured. */
export type Message = { headers: Record<string, string>; body: string }

export type QueueMessage = {
  job_id: string
  event_id: string
  /** Observed key that matched. */
  triggered_by: string
  manual_retries: number
  /** Shared by all messages about one resource. */
  message_group: string
  resource_version: number | null
  traceparent: string | null
  /**
   * JSON of a structured CloudEvent in decreasing size: complete, without related resources, with only a reference to the
   * resource.
   */
  bodies(): Iterable<string>
}

export type SignedMessage = Message & { url: string }

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

/** Outcome of an exchange. `processing_time` is in seconds, from the start to the end of the exchange. */
export type Reply =
  | {
      kind: 'response'
      status_code: number
      headers: Record<string, string>
      /** Limited to 64 KiB, decoded as UTF-8, never decompressed. */
      body: string
      body_truncated: boolean
      processing_time: number
    }
  | QueueReply
  | { kind: 'no_response'; reason: NoResponseReason; detail: string; processing_time: number }

/** A queue accepted or rejected the message. A webhook receiver that denies permission in the handshake is a rejection too. */
type QueueReply = {
  /** Null if the protocol has no status codes. */
  status_code: number | null
  headers: Record<string, string>
  body: string
  processing_time: number
} & ({ kind: 'accepted' } | ({ kind: 'refused'; detail: string } & RefusalEffect))

/** `overloaded`: the queue asks for less load. `final`: the queue would reject the message at any time. */
export type RefusalEffect = { overloaded: boolean; final: boolean }

/** Verdict on a reply. `retry_after` is in seconds, as the receiver requested. A `final` failure is not retried. */
export type Verdict =
  | { succeeded: true }
  | { succeeded: false; detail: string; retry_after: number | null; final: boolean }

/** Next state of the job. `next_at` is in milliseconds since the epoch. */
export type Next = { status: 'succeeded' } | { status: 'failed' } | { status: 'pending'; next_at: number; step: number }
