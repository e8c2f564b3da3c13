import type { Database } from '../../db/database.ts'
import { newId } from '../../db/new-id.ts'
import type { Integration } from '../../integrations/integration.ts'
import { checkObserves } from '../../integrations/rules/observes.ts'
import { findIntegration } from '../../integrations/store.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, invalid, notFound, type Problem } from '../../kernel/errors.ts'
import { lowestIdAt } from '../../kernel/ids.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import type { Cipher } from '../../secrets/cipher.ts'
import { DEFAULT_RATE, type ReplayCreate } from './replay.ts'
import { insertReplay, type ReplayRow } from './store.ts'

export type ReplayDeps = { db: Database; cipher: Cipher; clock: Clock }

/**
 * Starts to deliver past events again. Throws `not_found` for the integration, `invalid`, and `conflict` when the target
 * integration is disabled.
 */
export async function createReplay(
  { db, cipher, clock }: ReplayDeps,
  owner: Owner,
  integration_id: string,
  input: ReplayCreate,
): Promise<ReplayRow> {
  const integration = await findIntegration(db, cipher, owner, integration_id)
  if (integration === undefined) throw notFound('integration')
  const now = clock()
  const [from, to] = [Date.parse(input.from), input.to === undefined ? now : Date.parse(input.to)]
  const keys = input.keys ?? integration.observes
  const problems = [...checkTimes(from, to, now), ...checkKeys(keys, owner)]
  if (problems.length > 0) throw invalid(problems)
  expectEnabled(await findTarget(db, cipher, owner, integration, input.target_id))
  const replay = {
    id: newId(now),
    organization_id: owner.organization_id,
    owner_id: ownerId(owner),
    integration_id,
    target_id: input.target_id ?? integration_id,
    selection: input.selection ?? 'failed',
    keys: [...new Set(keys)],
    from_time: new Date(from),
    to_time: new Date(to),
    rate: input.rate ?? DEFAULT_RATE,
    position: lowestIdAt(from),
  }
  return insertReplay(db, replay, now)
}

function checkTimes(from: number, to: number, now: number): Problem[] {
  if (to > now) return [{ detail: 'to must not be in the future.', pointer: '/data/to' }]
  return from < to ? [] : [{ detail: 'from must be before to.', pointer: '/data/from' }]
}

function checkKeys(keys: readonly string[], owner: Owner): Problem[] {
  return checkObserves(keys, owner).map(({ detail, pointer = '' }) => ({
    detail,
    pointer: pointer.replace('/data/observes', '/data/keys'),
  }))
}

async function findTarget(
  db: Database,
  cipher: Cipher,
  owner: Owner,
  integration: Integration,
  target_id: string | undefined,
): Promise<Integration> {
  if (target_id === undefined) return integration
  const target = await findIntegration(db, cipher, owner, target_id)
  if (target !== undefined) return target
  throw invalid([{ detail: 'target_id must name an integration of this owner.', pointer: '/data/target_id' }])
}

function expectEnabled(target: Integration): void {
  if (target.enabled) return
  throw new AppError('conflict', [{ detail: 'The target integration is disabled: enable it first.' }])
}
