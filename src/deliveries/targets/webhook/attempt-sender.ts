import type { DueJob } from '../../../events/jobs.ts'
import type { EnabledIntegration } from '../../../integrations/integration.ts'
import { nextIteration } from '../../../kernel/flow/next-iteration.ts'
import type { Reply, SignedMessage } from '../../attempt.ts'
import { type Composer, webhookComposer } from '../../rules/compose.ts'
import { cloudEventComposer } from '../../rules/compose-cloud-event.ts'
import { signer } from '../../rules/sign.ts'
import { hideInReply } from '../hide.ts'
import type { Sent, TargetOptions } from '../target.ts'
import { maskingOf } from './masking.ts'

/** Makes one attempt; `token` is an OAuth 2.0 access token, null for none. */
export type Attempt = (job: DueJob, now: number, token: string | null) => Promise<Sent>

/** Posts a message; never rejects. */
type Post = (message: SignedMessage) => Promise<Reply>

/** Length of a body above which the attempt yields to the event loop between composing and signing. */
const LARGE_BODY_LENGTH = 1_048_576

/** Prepares everything that the attempts for a webhook share. `added` are headers of every message. */
export function prepareAttempts(
  integration: EnabledIntegration<'webhook'>,
  options: Pick<TargetOptions, 'header_names' | 'source'>,
  added: Readonly<Record<string, string>> = {},
): (post: Post) => Attempt {
  const compose = composerOf(integration, options, added)
  const sign = signer(integration)
  const masking = maskingOf(integration.configuration)
  return (post) => async (job, now, token) => {
    const composed = compose(job)
    if (composed.body.length > LARGE_BODY_LENGTH) await nextIteration()
    const message = sign(composed, job.event.id, now)
    if (token !== null) message.headers.authorization = `Bearer ${token}`
    const hide = masking.hiding(token)
    const request_headers = masking.headers(message.headers, hide)
    return { request_headers, reply: hideInReply(await post(message), hide) }
  }
}

export function composerOf(
  integration: EnabledIntegration<'webhook'>,
  { header_names, source }: Pick<TargetOptions, 'header_names' | 'source'>,
  added: Readonly<Record<string, string>>,
): Composer {
  const { cloudevents: mode } = integration.configuration
  if (mode === undefined) return webhookComposer(integration, header_names)
  return cloudEventComposer(integration, header_names, { mode, source, added })
}
