import { plainArray } from '../../../db/arrays.ts'
import { type Database, query, type Transaction } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Rows } from '../../../db/rows.ts'
import type { KeyedRequest, OperationResponse } from '../../../http/idempotency.ts'
import { DAY } from '../../../kernel/duration.ts'
import { AppError } from '../../../kernel/errors.ts'
import { type Owner, ownerId } from '../../../kernel/owner.ts'
import { subjectsOf } from '../subjects.ts'
import { change, type StoreDeps, type Work } from '../work.ts'

/** Time for which the response to an `Idempotency-Key` is kept. @operator */
const RETENTION_MS = DAY
/** Expired keys per delete statement. */
const SWEEP_BATCH = 1000

/**
 * Runs `effect` at most once per key and replays its response to retries. Stores the response whatever its status; if
 * `effect` throws, nothing is stored and a retry runs it again. Key and effect share a transaction: concurrent retries
 * wait for its end, and a crash rolls both back. A null key always runs the effect. Throws `key_reused` and
 * `response_erased`.
 */
export function idempotent(
  deps: StoreDeps,
  owner: Owner,
  request: KeyedRequest | null,
  effect: (work: Work) => Promise<OperationResponse>,
): Promise<OperationResponse & { replayed: boolean }> {
  return change(deps, owner, async (work) => {
    if (request === null) return { ...(await effect(work)), replayed: false }
    const owner_id = ownerId(owner)
    if (!(await insertKey(work.tx, owner_id, request, work.now)))
      return { ...(await readStoredResponse(work.tx, owner_id, request)), replayed: true }
    const response = await effect(work)
    await storeResponse(work.tx, owner_id, request, response)
    return { ...response, replayed: false }
  })
}

/** Claims a new or expired key; waits while another transaction holds it. Returns false if the key is taken. */
async function insertKey(tx: Transaction, owner_id: string, request: KeyedRequest, now: number): Promise<boolean> {
  const { scope, key, operation, body_hash } = request
  const inserted = await query(
    tx,
    prepared(`insert into idempotency_keys as kept (owner_id, scope, key, operation, body_hash, expires_at, subjects)
     values ($1, $2, $3, $4, $5, $6, '{}')
     on conflict (owner_id, scope, key) do update
     set operation = excluded.operation, body_hash = excluded.body_hash, expires_at = excluded.expires_at,
         subjects = excluded.subjects, erased_at = null
     where kept.expires_at <= $7
     returning key`),
    [owner_id, scope, key, operation, body_hash, new Date(now + RETENTION_MS), new Date(now)],
  )
  return inserted.length > 0
}

/** A response that was not erased has a status, headers and a body. */
type StoredResponse = Pick<Rows['idempotency_keys'], 'operation' | 'body_hash' | 'erased_at'> & {
  status: number
  headers: string
  body: string
}

async function readStoredResponse(
  tx: Transaction,
  owner_id: string,
  request: KeyedRequest,
): Promise<OperationResponse> {
  const { scope, key, operation, body_hash } = request
  const [stored] = await query<StoredResponse>(
    tx,
    prepared(`select operation, body_hash, status, headers, body, erased_at from idempotency_keys
     where owner_id = $1 and scope = $2 and key = $3`),
    [owner_id, scope, key],
  )
  if (stored === undefined) throw new Error('The idempotency key is taken, but its row is missing.')
  if (stored.operation !== operation)
    throw keyReused(`was used for ${stored.operation.split('?', 1)[0]}: use a new key for another request`)
  if (stored.erased_at !== null) throw responseErased()
  if (!stored.body_hash.equals(body_hash))
    throw keyReused('was used with another body: use a new key for another request')
  return { status: stored.status, headers: JSON.parse(stored.headers), body: JSON.parse(stored.body) }
}

async function storeResponse(
  tx: Transaction,
  owner_id: string,
  request: KeyedRequest,
  response: OperationResponse,
): Promise<void> {
  const { status, headers = {}, body = null } = response
  await query(
    tx,
    prepared(
      `update idempotency_keys set status = $4, headers = $5, body = $6, subjects = $7
       where owner_id = $1 and scope = $2 and key = $3`,
    ),
    [
      ...[owner_id, request.scope, request.key, status, JSON.stringify(headers), JSON.stringify(body)],
      plainArray(subjectsOf(request, body)),
    ],
  )
}

/**
 * Erases the stored responses about any of these customers, account members or orders, including the hashes of the
 * request bodies. The keys stay taken: retries fail with `response_erased` and have no effect.
 */
export async function eraseStoredResponses({ tx, owner, now }: Work, ids: readonly string[]): Promise<void> {
  const values = [ownerId(owner), plainArray(ids), new Date(now)]
  await query(tx, prepared(`${ERASE} and subjects <> '{}' and subjects && $2::uuid[]`), values)
  await query(tx, prepared(`${ERASE} and subjects is null and ${MENTIONS_ANY}`), values)
}

const ERASE = `update idempotency_keys set status = null, headers = null, body = null, body_hash = '', subjects = '{}',
  erased_at = $3 where owner_id = $1`
/** Matches responses stored by earlier versions of Tidings, which have no subjects. */
const MENTIONS_ANY = `exists (select 1 from unnest($2::uuid[]) as subject (id)
  where position(subject.id::text in concat_ws(' ', scope, lower(operation), headers, body)) > 0)`

function keyReused(what: string): AppError {
  return new AppError('key_reused', [{ detail: `This Idempotency-Key ${what}.`, header: 'Idempotency-Key' }])
}

function responseErased(): AppError {
  const detail =
    'The request with this Idempotency-Key succeeded, but its response was erased with the personal data in it. The request was not repeated.'
  return new AppError('response_erased', [{ detail, header: 'Idempotency-Key' }])
}

/** Deletes a batch of expired keys. Returns their number. */
export async function sweepIdempotencyKeys(db: Database, now: number): Promise<number> {
  const swept = await query(
    db,
    `delete from idempotency_keys where (owner_id, scope, key) in (
       select owner_id, scope, key from idempotency_keys
       where expires_at <= $1 order by expires_at limit ${SWEEP_BATCH} for update skip locked)
     returning 1`,
    [new Date(now)],
  )
  return swept.length
}
