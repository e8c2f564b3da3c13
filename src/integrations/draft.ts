import { type Static, Type } from 'typebox'
import { newId } from '../db/new-id.ts'
import { AppError, invalid } from '../kernel/errors.ts'
import type { Owner } from '../kernel/owner.ts'
import type { Permission } from '../kernel/permissions.ts'
import type { IntegrationDeps } from './deps.ts'
import { getIntegration } from './get.ts'
import { type Integration, IntegrationCreate } from './integration.ts'
import { kindOf } from './kinds/kinds.ts'
import { checkNew, newConfiguration, newIntegration } from './new-integration.ts'

const { type, integration_type, ...others } = IntegrationCreate.properties

export const IntegrationDraft = Type.Object({
  type,
  integration_id: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        'The integration to change: omitted members of the configuration, and secrets that are sent masked, are ' +
        'taken from it. Requires the permission `integrations:secrets`.',
    }),
  ),
  triggered_by: Type.Optional(
    Type.String({
      description: 'The key of the sample. Default: the first that the integration observes.',
      examples: ['order.paid'],
    }),
  ),
  integration_type,
  ...Type.Partial(Type.Object(others)).properties,
})
export type IntegrationDraft = Static<typeof IntegrationDraft>

export type DraftDeps = Pick<IntegrationDeps, 'db' | 'cipher' | 'clock' | 'ownTypes' | 'permissions'>

type DraftCaller = Owner & { permissions: ReadonlySet<Permission> }

/**
 * Returns the integration that would be saved, validated as on creation. Throws `invalid` with every problem,
 * `not_found` for the stored integration, and `forbidden` if a caller who may not see its secrets would send them to
 * another target.
 */
export async function readDraft(
  deps: DraftDeps,
  caller: DraftCaller,
  { integration_id, triggered_by, ...draft }: IntegrationDraft,
): Promise<Integration> {
  const stored = integration_id === undefined ? null : await readStored(deps, caller, integration_id)
  const observes = draft.observes ?? stored?.observes ?? (triggered_by === undefined ? [] : [triggered_by])
  const configuration = draft.configuration ?? {}
  const input: IntegrationCreate = { ...draft, configuration, name: draft.name ?? stored?.name ?? 'Draft', observes }
  const isSameKind = stored !== null && kindOf(stored.integration_type) === kindOf(input.integration_type)
  const merged = newConfiguration(input, isSameKind ? stored.configuration : {})
  const problems = checkNew(deps, input, merged, await deps.ownTypes.known(caller, observes))
  if (observes.length === 0) {
    problems.push({ detail: 'triggered_by is required without observes.', pointer: '/data/triggered_by' })
  }
  if (problems.length > 0) throw invalid(problems)
  const now = deps.clock()
  return newIntegration(caller, input, merged, { id: integration_id ?? newId(now), revision: 0, now })
}

async function readStored(deps: DraftDeps, caller: DraftCaller, integration_id: string): Promise<Integration> {
  if (!caller.permissions.has('integrations:secrets')) {
    const detail =
      'integration_id requires the permission integrations:secrets, since the secrets of the integration are sent to the ' +
      'address of the draft: leave it out, and send the whole configuration.'
    throw new AppError('forbidden', [{ detail, pointer: '/data/integration_id' }])
  }
  return getIntegration(deps, caller, integration_id)
}
