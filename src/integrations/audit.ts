import { recordChange } from '../audit/record.ts'
import type { Transaction } from '../db/database.ts'
import { isoTime } from '../kernel/clock.ts'
import type { ActingOwner } from '../kernel/requester.ts'
import type { Integration } from './integration.ts'
import { hiddenMembers, maskAll } from './rules/configuration.ts'

/**
 * Records a change of an integration in the audit log; `before` is null for a new integration, `after` for a deleted
 * one.
 */
export function recordIntegration(
  tx: Transaction,
  owner: ActingOwner,
  { before, after }: { before: Integration | null; after: Integration | null },
  now: number,
): Promise<void> {
  const hidden = { ...hiddenIn(before), ...hiddenIn(after) }
  const id = (after ?? before)?.id ?? ''
  const audited = { type: 'integration', id, before: membersOf(before), after: membersOf(after), hidden }
  return recordChange(tx, owner, audited, now)
}

function hiddenIn(integration: Integration | null): Record<string, 'secret'> {
  if (integration === null) return {}
  const hidden = hiddenMembers(integration.integration_type, integration.configuration)
  return Object.fromEntries(Object.entries(hidden).map(([name, reason]) => [`configuration.${name}`, reason]))
}

/** Flattens the configuration into members of the entry, so that it shows that a secret changed without its value. */
function membersOf(integration: Integration | null): Record<string, unknown> | null {
  if (integration === null) return null
  const { integration_type, name, description, enabled, disabled_reason, configuration } = integration
  const { observes, filter, rate_limit, concurrency } = integration
  const masked = maskAll(integration_type, configuration)
  const hidden = hiddenMembers(integration_type, configuration)
  const configured = Object.entries(configuration).map(([member, value]) => [
    `configuration.${member}`,
    member in hidden ? value : masked[member],
  ])
  const until = integration.previous_secret_until
  const previous_secret_until = until === null ? null : isoTime(until)
  const state = { enabled, disabled_reason, previous_secret_until }
  const own = { integration_type, name, description, ...state, observes, filter, rate_limit, concurrency }
  return { ...own, ...Object.fromEntries(configured) }
}
