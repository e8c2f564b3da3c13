import { type Static, Type } from 'typebox'
import { newId } from '../../db/new-id.ts'
import type { DueJob } from '../../events/jobs.ts'
import { type DraftDeps, type IntegrationDraft, readDraft } from '../../integrations/draft.ts'
import type { Integration } from '../../integrations/integration.ts'
import { ignoredMembers } from '../../integrations/rules/configuration.ts'
import { enabledIntegration } from '../../integrations/rules/enabled.ts'
import { failingConditions } from '../../integrations/rules/payload-filter.ts'
import type { FairQueue } from '../../kernel/flow/fair-queue.ts'
import type { Owner } from '../../kernel/owner.ts'
import type { Permission } from '../../kernel/permissions.ts'
import { adviceOn } from '../rules/advice.ts'
import { judge } from '../rules/judge.ts'
import { type DraftSender, draftOf } from '../targets/draft-sender.ts'
import type { Sent, TargetOptions } from '../targets/target.ts'
import { failing_conditions } from './job.ts'
import { firstKey, makeSample, payloadReader } from './test-integration.ts'

const Headers = Type.Record(Type.String(), Type.String())

/** One attempt for an integration that is not saved, in API responses. */
export const DraftTest = Type.Object(
  {
    type: Type.Literal('integration-draft-test'),
    triggered_by: Type.String({ description: 'The key of the sample.' }),
    succeeded: Type.Boolean(),
    failing_conditions,
    detail: Type.String({ description: 'What happened, and what to do about it.' }),
    ignored: Type.Array(Type.String(), { description: 'Members of the configuration without effect.' }),
    processing_time: Type.Number({ description: 'Seconds from the start to the end of the exchange.' }),
    request: Type.Object(
      {
        method: Type.Union([Type.String(), Type.Null()], { description: '`POST`, or null for a queue or a broker.' }),
        addresses: Type.Array(Type.String()),
        headers: Headers,
        body: Type.String(),
      },
      { description: 'What was sent, secrets masked.' },
    ),
    response: Type.Union([
      Type.Object({
        status_code: Type.Union([Type.Integer(), Type.Null()], { description: 'Null where the protocol has none.' }),
        headers: Headers,
        body: Type.String({ description: 'At most 64 KiB.' }),
        body_truncated: Type.Boolean({ description: 'Whether the response was longer than what was read.' }),
      }),
      Type.Null(),
    ]),
  },
  { $id: 'IntegrationDraftTest' },
)
export type DraftTest = Static<typeof DraftTest>

export type DraftTestDeps = DraftDeps & {
  base_url: string
  queue: FairQueue
  send: DraftSender
  sending: Pick<TargetOptions, 'header_names' | 'source'>
}

type DraftCaller = Owner & { permissions: ReadonlySet<Permission> }

/**
 * Validates an integration as on creation, makes one attempt with a sample event, and stores nothing. Throws `invalid` with every
 * problem, `not_found`, `forbidden`, or `too_many_requests`.
 */
export async function testDraft(deps: DraftTestDeps, caller: DraftCaller, draft: IntegrationDraft): Promise<DraftTest> {
  return deps.queue.run({ owner_id: caller.organization_id }, async () => {
    const integration = await readDraft(deps, caller, draft)
    const triggered_by = draft.triggered_by ?? (await firstKey(deps, integration))
    const job = await sampleJob(deps, integration, triggered_by)
    const enabled = enabledIntegration(integration)
    const sent = await deps.send(enabled, job, deps.clock())
    const { addresses, body } = draftOf(enabled, integration.configuration, job, deps.sending)
    const method = enabled.kind === 'webhook' ? ('POST' as const) : null
    const request = { method, addresses, headers: sent.request_headers, body }
    const ignored = ignoredMembers(integration.integration_type, integration.configuration)
    const failing_conditions = failingConditions(integration.filter, payloadReader(job.event))
    return presentAttempt(triggered_by, sent, { request, ignored, failing_conditions }, deps.clock())
  })
}

async function sampleJob(deps: DraftTestDeps, integration: Integration, triggered_by: string): Promise<DueJob> {
  const event = await makeSample(deps, integration, triggered_by)
  return {
    id: newId(deps.clock()),
    integration_id: integration.id,
    triggered_by,
    attempt: 1,
    step: 0,
    generation: 1,
    manual_retries: 0,
    priority: 'live',
    order_key: null,
    event: { ...event, traceparent: null },
  }
}

function presentAttempt(
  triggered_by: string,
  { reply }: Sent,
  draft: Pick<DraftTest, 'request' | 'ignored' | 'failing_conditions'>,
  now: number,
): DraftTest {
  return {
    type: 'integration-draft-test',
    triggered_by,
    succeeded: judge(reply, now).succeeded,
    detail: adviceOn(reply),
    processing_time: Math.round(reply.processing_time * 1000) / 1000,
    ...draft,
    response: responseOf(reply),
  }
}

function responseOf(reply: Sent['reply']): DraftTest['response'] {
  if (reply.kind === 'no_response') return null
  const { status_code, headers, body } = reply
  return { status_code, headers, body, body_truncated: reply.kind === 'response' && reply.body_truncated }
}
