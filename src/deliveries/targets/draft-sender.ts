import type { DueJob } from '../../events/jobs.ts'
import type { EnabledIntegration } from '../../integrations/integration.ts'
import type { Members } from '../../integrations/kinds/kind.ts'
import { declarationOf } from '../../integrations/kinds/kinds.ts'
import { queueComposer } from '../rules/compose-queue.ts'
import type { Sent, TargetOptions } from './target.ts'
import { closeTargets, openTargets, senderFor } from './targets.ts'
import { composerOf } from './webhook/attempt-sender.ts'
import { maskingOf } from './webhook/masking.ts'

/** A message as it was sent, secrets masked. */
export type Draft = { addresses: string[]; body: string }

/** Makes one attempt for an integration that is not saved. Never rejects. */
export type DraftSender = (integration: EnabledIntegration, job: DueJob, now: number) => Promise<Sent>

/**
 * Each attempt has connections of its own, which are closed after it: it neither uses nor disturbs those of deliveries, and works
 * in a process that makes no others.
 */
export function draftSender(options: TargetOptions): DraftSender {
  return async (integration, job, now) => {
    const targets = openTargets(options)
    try {
      return await senderFor(targets, integration)(job, now)
    } finally {
      await closeTargets(targets)
    }
  }
}

/** What an attempt for an integration sends where; `members` are its configuration as it was sent. */
export function draftOf(
  integration: EnabledIntegration,
  members: Members,
  job: DueJob,
  options: Pick<TargetOptions, 'header_names' | 'source'>,
): Draft {
  const addresses = declarationOf(integration.integration_type).addresses.flatMap((member) => textsIn(members[member]))
  return { addresses, body: bodyOf(integration, job, options) }
}

function textsIn(value: unknown): string[] {
  return [value].flat().filter((text) => typeof text === 'string')
}

function bodyOf(
  integration: EnabledIntegration,
  job: DueJob,
  options: Pick<TargetOptions, 'header_names' | 'source'>,
): string {
  if (integration.kind !== 'webhook') {
    const [body = ''] = queueComposer(integration, options.source)(job).bodies()
    return body
  }
  return maskingOf(integration.configuration)
    .hiding(null)
    .echoes(composerOf(integration, options, {})(job).body)
}
