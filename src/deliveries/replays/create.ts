import { recordChange } from '../../audit/record.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { newId } from '../../db/new-id.ts'
import { requireCapacity } from '../../db/row-limit.ts'
import { transact } from '../../db/transaction.ts'
import type { KnownTypes } from '../../event-types/catalog.ts'
import type { OwnTypes } from '../../event-types/own-types.ts'
import { ANY_KEY } from '../../event-types/rules/patterns.ts'
import type { Integration } from '../../integrations/integration.ts'
import { checkObserves } from '../../integrations/rules/observes.ts'
import { findIntegration } from '../../integrations/store.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, invalid, notFound, type Problem } from '../../kernel/errors.ts'
import { lowestIdAt, timeOfId } from '../../kernel/ids.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import type { ActingOwner } from '../../kernel/requester.ts'
import { parseMoment } from '../../kernel/time.ts'
import type { Cipher } from '../../secrets/cipher.ts'
import { DEFAULT_RATE, type ReplayCreate } from './replay.ts'
import { insertReplay, type NewReplay, type ReplayRow, replayLimit, selectOwnEventIds } from './store.ts'

export type ReplayDeps = { db: Database; cipher: Cipher; clock: Clock; ownTypes: OwnTypes }

/**
 * Starts to deliver past events again. Throws `not_found` for the integration, `invalid`, and `conflict` if the target
 * integration is disabled or the limit is reached.
 */
export function createReplay(
  deps: ReplayDeps,
  owner: ActingOwner,
  integration_id: string,
  input: ReplayCreate,
): Promise<ReplayRow> {
  return transact(deps.db, async (tx) => {
    const replay = await checkReplay(deps, tx, owner, { integration_id, input })
    await requireCapacity(tx, replayLimit, ownerId(owner))
    const now = deps.clock()
    const { id, target_id, selection, keys, event_ids, from_time, to_time, rate } = replay
    const after = { integration_id, target_id, selection, keys, event_ids, from: from_time, to: to_time, rate }
    await recordChange(tx, owner, { type: 'integration-replay', id, before: null, after }, now)
    return insertReplay(tx, replay, now)
  })
}

/** Validates a request and returns the replay without storing it. Throws as `createReplay` does. */
export async function checkReplay(
  { cipher, clock, ownTypes }: ReplayDeps,
  tx: Transaction,
  owner: Owner,
  { integration_id, input }: { integration_id: string; input: ReplayCreate },
): Promise<NewReplay> {
  const integration = await findIntegration(tx, cipher, owner, integration_id)
  if (integration === undefined) throw notFound('integration')
  expectNone(checkRange(input))
  const replay = newReplay(owner, integration, input, clock())
  const known = await ownTypes.lock(tx, owner, replay.keys)
  expectNone([
    ...(replay.event_ids === null ? checkTimes(replay, clock()) : await checkEvents(tx, replay, input)),
    ...checkKeys(input.keys ?? replay.keys, known),
  ])
  expectEnabled(await findTarget(tx, cipher, owner, integration, input.target_id))
  return replay
}

function newReplay(owner: Owner, integration: Integration, input: ReplayCreate, now: number): NewReplay {
  const event_ids = input.event_ids === undefined ? null : [...new Set(input.event_ids.map((id) => id.toLowerCase()))]
  const { from, to } = event_ids === null ? rangeOf(input, now) : rangeAround(event_ids)
  return {
    id: newId(now),
    organization_id: owner.organization_id,
    owner_id: ownerId(owner),
    integration_id: integration.id,
    target_id: input.target_id ?? integration.id,
    selection: input.selection ?? (event_ids === null ? 'failed' : 'all'),
    keys: [...new Set(input.keys ?? (event_ids === null ? integration.observes : [ANY_KEY]))],
    event_ids,
    from_time: new Date(from),
    to_time: new Date(to),
    rate: input.rate ?? DEFAULT_RATE,
    position: lowestIdAt(from),
  }
}

/** Milliseconds since the epoch; `to` is exclusive. */
type Range = { from: number; to: number }

function rangeOf({ from, to }: ReplayCreate, now: number): Range {
  return { from: momentOf(from ?? ''), to: to === undefined ? now : momentOf(to) }
}

function rangeAround(event_ids: readonly string[]): Range {
  const times = event_ids.map(timeOfId)
  return { from: Math.min(...times), to: Math.max(...times) + 1 }
}

function expectNone(problems: readonly Problem[]): void {
  if (problems.length > 0) throw invalid(problems)
}

/** Requires either a time range or event ids. */
function checkRange({ from, to, event_ids }: ReplayCreate): Problem[] {
  if (event_ids === undefined) return from === undefined ? [FROM_IS_MISSING] : []
  const given = Object.entries({ from, to }).filter(([, value]) => value !== undefined)
  return given.map(([name]) => ({
    detail: `${name} goes with a time range, not with event_ids.`,
    pointer: `/data/${name}`,
  }))
}

const FROM_IS_MISSING: Problem = { detail: 'from is required unless there are event_ids.', pointer: '/data/from' }

async function checkEvents(
  tx: Transaction,
  { owner_id, selection }: NewReplay,
  { event_ids = [] }: ReplayCreate,
): Promise<Problem[]> {
  const found = await selectOwnEventIds(tx, owner_id, event_ids)
  const missing = event_ids.flatMap((id, index) =>
    found.has(id.toLowerCase()) ? [] : [{ detail: `There is no event ${id}.`, pointer: `/data/event_ids/${index}` }],
  )
  if (selection === 'all' || selection === 'missed') return missing
  return [{ detail: 'selection must be all or missed with event_ids.', pointer: '/data/selection' }, ...missing]
}

/** Milliseconds since the epoch. Throws for a text that the schema rejects. */
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
