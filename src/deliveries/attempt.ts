/** A webhook integration as delivery sees it; secrets in clear. */
export type WebhookIntegration = {
  id: string
  integration_type: string
  name: string
  description: string
  configuration: { url: string; secret_key?: string }
  /** The secret key before the last rotation, which still signs until `previous_secret_until` (milliseconds since the epoch). */
  previous_secret_key: string | null
  previous_secret_until: number | null
}

/** What will be sent, before it is signed. Header names are as configured. */
export type Message = { headers: Record<string, string>; body: string }

/** What a queue is sent. */
export type QueueMessage = {
  job_id: string
  event_id: string
  /** The observed key that matched. */
  triggered_by: string
  manual_retries: number
  /** Of the resource that the event tells of; the event's own where it names none. */
  resource_id: string
  resource_version: number | null
  traceparent: string | null
  /** JSON of a structured CloudEvent: whole, then without related resources, then naming the resource only. */
  bodies(): Iterable<string>
}

/** What is sent, ready for the wire. */
export type SignedMessage = Message & { url: string }

/** Why there is no answer. */
export type NoResponseReason =
  | 'timeout'
  | 'refused'
  | 'reset'
  | 'unreachable'
  | 'name-not-found'
  | 'tls'
  | 'address-blocked'
  | 'proxy'
  | 'bad-answer'
  | 'bad-url'
  | 'other'

/** What came back. `processing_time` is seconds from start to the end of the exchange. */
export type Reply =
  | {
      kind: 'answer'
      status_code: number
      headers: Record<string, string>
      /** At most 64 KiB, decoded as UTF-8, never inflated. */
      body: string
      body_truncated: boolean
      processing_time: number
    }
  | QueueReply
  | { kind: 'no_response'; reason: NoResponseReason; detail: string; processing_time: number }

/** What a queue said: it has the message, or it will not take it, with a sentence for the log. */
type QueueReply = {
  /** Null where the protocol has none. */
  status_code: number | null
  headers: Record<string, string>
  body: string
  processing_time: number
} & ({ kind: 'taken' } | { kind: 'refused'; overloaded: boolean; detail: string })

/** What the reply means. `retry_after` is seconds that the receiver asked for. */
export type Verdict =
  | { succeeded: true }
  | { succeeded: false; detail: string; retry_after: number | null; gone: boolean }

/** What becomes of the job. `next_at` is milliseconds since the epoch. */
export type Next = { status: 'succeeded' } | { status: 'failed' } | { status: 'pending'; next_at: number; step: number }
