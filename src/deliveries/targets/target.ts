import type { DueJob } from '../../events/jobs.ts'
import type { EnabledIntegration } from '../../integrations/integration.ts'
import type { TargetKind } from '../../integrations/kinds/kinds.ts'
import type { Reply } from '../attempt.ts'
import type { HeaderNames } from '../rules/webhook-headers.ts'
import type { AddressPolicy, Resolver } from './network/guard.ts'

/** What was sent, and the reply. */
export type Sent = {
  /** For the log, secrets removed. */
  request_headers: Record<string, string>
  reply: Reply
}

/** Makes one attempt of a job at `now` (milliseconds since the epoch). Never rejects. */
export type Sender = (job: DueJob, now: number) => Promise<Sent>

/** How one kind of target is sent to. */
export type Target<Kind extends TargetKind> = {
  /** Prepares what all attempts for an integration share; valid until the integration changes. */
  sender(integration: EnabledIntegration<Kind>): Sender
  close(): Promise<void>
}

export type TargetOptions = {
  policy: AddressPolicy
  resolver?: Resolver | undefined
  /** A forward proxy that every connection goes through. */
  proxy?: URL | null
  /** Milliseconds for an attempt: connecting, TLS, request and response together. */
  timeout_ms?: number
  /** Names of the webhook headers that are settings. */
  header_names: HeaderNames
  /** The address of this deployment, the `source` of CloudEvents. */
  source: string
  /** Whether queues of Amazon SQS without credentials may be sent to with the machine's own role. */
  machine_role: boolean
}
