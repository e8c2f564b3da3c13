import { recordChange } from '../../audit/record.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { newId } from '../../db/new-id.ts'
import { transact } from '../../db/transaction.ts'
import type { KnownTypes } from '../../event-types/catalog.ts'
import type { OwnTypes } from '../../event-types/own-types.ts'
import type { Integration } from '../../integrations/integration.ts'
import { checkObserves } from '../../integrations/rules/observes.ts'
import { findIntegration } from '../../integrations/store.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, invalid, notFound, type Problem } from '../../kernel/errors.ts'
import { lowestIdAt } from '../../kernel/ids.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import type { ActingOwner } from '../../kernel/requester.ts'
import { parseMoment } from '../../kernel/time.ts'
import type { Cipher } from '../../secrets/cipher.ts'
import { DEFAULT_RATE, type ReplayCreate } from './replay.ts'
import { insertReplay, type NewReplay, type ReplayRow } from './store.ts'

export type ReplayDeps = { db: Database; cipher: Cipher; clock: Clock; ownTypes: OwnTypes }

/**
 * Starts to deliver past events again. Throws `not_found` for the integration, `invalid`, and `conflict` when the target
 * integration is disabled.
 */
export function createReplay(
  deps: ReplayDeps,
  owner: ActingOwner,
  integration_id: string,
  input: ReplayCreate,
): Promise<ReplayRow> {
  return transact(deps.db, async (tx) => {
    const replay = await checkReplay(deps, tx, owner, { integration_id, input })
    const now = deps.clock()
    const { id, target_id, selection, keys, from_time, to_time, rate } = replay
    const after = { integration_id, target_id, selection, keys, from: from_time, to: to_time, rate }
    await recordChange(tx, owner, { type: 'integration-replay', id, before: null, after }, now)
    return insertReplay(tx, replay, now)
  })
}

/** The replay that is requested, not stored yet. Throws as `createReplay` does. */
export async function checkReplay(
  { cipher, clock, ownTypes }: ReplayDeps,
  tx: Transaction,
  owner: Owner,
  { integration_id, input }: { integration_id: string; input: ReplayCreate },
): Promise<NewReplay> {
  const integration = await findIntegration(tx, cipher, owner, integration_id)
  if (integration === undefined) throw notFound('integration')
  const replay = newReplay(owner, integration, input, clock())
  const known = await ownTypes.lock(tx, owner, replay.keys)
  const problems = [...checkTimes(replay, clock()), ...checkKeys(input.keys ?? integration.observes, known)]
  if (problems.length > 0) throw invalid(problems)
  expectEnabled(await findTarget(tx, cipher, owner, integration, input.target_id))
  return replay
}

function newReplay(owner: Owner, integration: Integration, input: ReplayCreate, now: number): NewReplay {
  const from = momentOf(input.from)
  return {
    id: newId(now),
    organization_id: owner.organization_id,
    owner_id: ownerId(owner),
    integration_id: integration.id,
    target_id: input.target_id ?? integration.id,
    selection: input.selection ?? 'failed',
    keys: [...new Set(input.keys ?? integration.observes)],
    from_time: new Date(from),
    to_time: new Date(input.to === undefined ? now : momentOf(input.to)),
    rate: input.rate ?? DEFAULT_RATE,
    position: lowestIdAt(from),
  }
}

/** Milliseconds since the epoch. Throws for a text that the schema refuses. */
function momentOf(text: string): number {
  const moment = parseMoment(text)
  if (moment === null) throw new Error(`${text} is not a time.`)
  return Math.floor(moment.at)
}

function checkTimes({ from_time, to_time }: NewReplay, now: number): Problem[] {
  if (to_time.getTime() > now) return [{ detail: 'to must not be in the future.', pointer: '/data/to' }]
  return from_time < to_time ? [] : [{ detail: 'from must be before to.', pointer: '/data/from' }]
}

function checkKeys(keys: readonly string[], known: KnownTypes): Problem[] {
  return checkObserves(keys, known).map(({ detail, pointer = '' }) => ({
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
