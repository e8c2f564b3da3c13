import type { DueJob } from '../../events/jobs.ts'
import type { EnabledIntegration } from '../../integrations/integration.ts'
import type { TargetKind } from '../../integrations/kinds/kinds.ts'
import type { Reply } from '../attempt.ts'
import type { HeaderNames } from '../rules/webhook-headers.ts'
import type { AddressPolicy, Resolver } from './network/guard.ts'

/** The request as logged, and the reply. */
export type Sent = {
  /** Logged headers, without secrets. */
  request_headers: Record<string, string>
  reply: Reply
}

/** Makes one attempt of a job at `now` (milliseconds since the epoch). Never rejects. */
export type Sender = (job: DueJob, now: number) => Promise<Sent>

export type Target<Kind extends TargetKind> = {
  /** Prepares everything that the attempts for an integration share; valid until the integration changes. */
  sender(integration: EnabledIntegration<Kind>): Sender
  close(): Promise<void>
}

export type TargetOptions = {
  policy: AddressPolicy
  resolver?: Resolver | undefined
  proxy?: URL | null
  /** Milliseconds for an attempt: connecting, TLS, request and response together. */
  timeout_ms?: number
  header_names: HeaderNames
  /** Address of this deployment, the `source` of CloudEvents. */
  source: string
  /** True if Amazon SQS queues without credentials may be accessed with the machine's own role. */
  machine_role: boolean
}
