import type { DueJob } from '../../events/jobs.ts'
import type { EnabledIntegration } from '../../integrations/integration.ts'
import type { Members } from '../../integrations/kinds/kind.ts'
import { declarationOf } from '../../integrations/kinds/kinds.ts'
import { queueComposer } from '../rules/compose-queue.ts'
import type { Sent, TargetOptions } from './target.ts'
import { closeTargets, openTargets, senderFor } from './targets.ts'
import { composerOf } from './webhook/attempt-sender.ts'
import { maskingOf } from './webhook/masking.ts'

export type Draft = { addresses: string[]; body: string }

/** Makes one attempt for an unsaved integration. Never rejects. */
export type DraftSender = (integration: EnabledIntegration, job: DueJob, now: number) => Promise<Sent>

/**
 * Opens and closes new connections for every attempt, so that drafts do not share connections with deliveries, and work in a
 * process without deliveries.
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

/** Addresses and body of an attempt for an integration, for display. `members` is its configuration as sent. */
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
