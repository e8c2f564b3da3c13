import type { DueJob } from '../../events/jobs.ts'
import type { Integration } from '../../integrations/integration.ts'
import type { Reply } from '../attempt.ts'

/** What was sent and what came back. */
export type Sent = {
  /** For the log, secrets removed. */
  request_headers: Record<string, string>
  reply: Reply
}

/** Makes one attempt of a job at `now` (milliseconds since the epoch). Never rejects. */
export type Sender = (job: DueJob, now: number) => Promise<Sent>

/** One kind of target. */
export type Target = {
  /** Readies what all attempts for an integration share; good until the integration changes. */
  sender(integration: Integration): Sender
  close(): Promise<void>
}
