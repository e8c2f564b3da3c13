import { recordChange } from '../audit/record.ts'
import type { Database } from '../db/database.ts'
import { requireCapacity } from '../db/row-limit.ts'
import { transact } from '../db/transaction.ts'
import { builtInTypes, findEventType } from '../event-types/catalog.ts'
import { checkPublished } from '../events/check-published.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError, invalid, type Problem } from '../kernel/errors.ts'
import { canonicalJson } from '../kernel/json/canonical-json.ts'
import type { ActingOwner } from '../kernel/requester.ts'
import { checkVersion } from '../kernel/version.ts'
import { type EventTypePut, MAX_SIZE_BYTES } from './own-type.ts'
import { frameOf } from './rules/frame.ts'
import { keyProblem } from './rules/key.ts'
import type { SchemaChecks } from './schemas/schema-checks.ts'
import { lockDeclaring, type OwnTypeRow, ownTypeLimit, selectOwnType, upsertOwnType } from './store.ts'

/** The store that the requester acts for. */
export type StoreOwner = ActingOwner & { store_id: string }

export type DeclareDeps = { db: Database; clock: Clock; schemaChecks: SchemaChecks }

export type Declaration = {
  owner: StoreOwner
  key: string
  put: EventTypePut
  /** The version that the caller expects; null if the request has none. */
  expected_version: number | null
}

export type Declared = { row: OwnTypeRow; outcome: 'created' | 'replaced' }

/**
 * Creates or replaces a store's own event type; the same content changes nothing. Throws `forbidden` for a built-in
 * key, `invalid` with every problem, and `conflict` on a stale version or at the limit.
 */
export async function declareEventType(deps: DeclareDeps, declaration: Declaration): Promise<Declared> {
  const { owner, key, put } = declaration
  const { store_id } = owner
  rejectBuiltIn(key)
  const problems = checkDeclaration(key, put)
  if (problems.length > 0) throw invalid(problems)
  // The default schemas are fixed, so only declared schemas are compiled and checked.
  if (put.payload !== undefined)
    await deps.schemaChecks.check(owner.organization_id, { payload: put.payload, sample: put.sample })
  return transact(deps.db, async (tx) => {
    await lockDeclaring(tx, store_id)
    const before = await selectOwnType(tx, store_id, key)
    checkVersion('event type', before?.version ?? 0, declaration.expected_version)
    const now = deps.clock()
    const row = rowOf(declaration, before, new Date(now))
    const outcome = before === undefined ? 'created' : 'replaced'
    if (before !== undefined && isSame(before, row)) return { row: before, outcome }
    if (before === undefined) await requireCapacity(tx, ownTypeLimit, store_id)
    await upsertOwnType(tx, row)
    const content = { before: before === undefined ? null : contentOf(before), after: contentOf(row) }
    await recordChange(tx, owner, { type: 'event-type', id: key, ...content }, now)
    return { row, outcome }
  })
}

/** Throws `forbidden` for a built-in key. */
export function rejectBuiltIn(key: string): void {
  if (findEventType(key) === undefined) return
  const detail = `${key} is a built-in event type, which a store can neither change nor delete. Declare a type under a key of your own, such as "acme.${key}".`
  throw new AppError('forbidden', [{ detail }])
}

function checkDeclaration(key: string, { payload, sample }: EventTypePut): Problem[] {
  const problem = keyProblem(key)
  const known = { ...builtInTypes.store, own: new Set([key]) }
  const frame = checkPublished(key, sample, known).map(({ detail, pointer = '' }) => ({
    detail,
    pointer: pointer.replace('/payload', '/data/sample'),
  }))
  return [
    ...(problem === null ? frame : [{ detail: problem, pointer: '/data/key' }]),
    ...checkSize('payload', payload),
    ...checkSize('sample', sample),
  ]
}

function checkSize(name: 'payload' | 'sample', value: unknown): Problem[] {
  const bytes = Buffer.byteLength(JSON.stringify(value) ?? '')
  if (bytes <= MAX_SIZE_BYTES) return []
  const detail = `data.${name} must be at most ${MAX_SIZE_BYTES} bytes of JSON, not ${bytes}.`
  return [{ detail, pointer: `/data/${name}` }]
}

function rowOf({ owner, key, put }: Declaration, before: OwnTypeRow | undefined, now: Date): OwnTypeRow {
  return {
    owner_id: owner.store_id,
    key,
    version: (before?.version ?? 0) + 1,
    created_at: before?.created_at ?? now,
    updated_at: now,
    description: put.description ?? '',
    payload: put.payload ?? frameOf(key),
    sample: put.sample,
  }
}

export function contentOf({ description, payload, sample }: OwnTypeRow) {
  return { description, payload, sample }
}

function isSame(one: OwnTypeRow, other: OwnTypeRow): boolean {
  return canonicalJson(contentOf(one)) === canonicalJson(contentOf(other))
}
