import { plainArray } from '../../db/arrays.ts'
import { query } from '../../db/pool.ts'
import { prepared } from '../../db/prepared.ts'
import type { Database, Transaction } from '../../db/tables.ts'
import type { Answer, KeyedRequest } from '../../http/idempotency.ts'
import { AppError } from '../../kernel/errors.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { subjectsOf } from './subjects.ts'
import { change, type StoreDeps, type Work } from './work.ts'

/** Milliseconds that an answer is kept. */
const KEPT = 86_400_000
const SWEPT_AT_ONCE = 1000

/**
 * Does a piece of work at most once for each key, and answers repeats as the first request was answered. What `effect`
 * returns is kept, whatever its status; when it throws, nothing is kept and a repeat tries anew. The key is stored in the
 * transaction of the effect: repeats at the same time wait for its end, and a crash leaves neither. Without a key (null)
 * the work is just done. Throws `key_reused`, `response_erased`.
 */
export function idempotent(
  deps: StoreDeps,
  owner: Owner,
  request: KeyedRequest | null,
  effect: (work: Work) => Promise<Answer>,
): Promise<Answer & { replayed: boolean }> {
  return change(deps, owner, async (work) => {
    if (request === null) return { ...(await effect(work)), replayed: false }
    const owner_id = ownerId(owner)
    if (!(await insertKey(work.tx, owner_id, request, work.now)))
      return { ...(await readAnswer(work.tx, owner_id, request)), replayed: true }
    const answer = await effect(work)
    await keepAnswer(work.tx, owner_id, request, answer)
    return { ...answer, replayed: false }
  })
}

/** Waits while another transaction holds the key. False when it is taken; one that has expired is not. */
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
    [owner_id, scope, key, operation, body_hash, new Date(now + KEPT), new Date(now)],
  )
  return inserted.length > 0
}

type Kept = {
  operation: string
  body_hash: Buffer
  status: number
  headers: string
  body: string
  erased_at: Date | null
}

async function readAnswer(tx: Transaction, owner_id: string, request: KeyedRequest): Promise<Answer> {
  const { scope, key, operation, body_hash } = request
  const [kept] = await query<Kept>(
    tx,
    prepared(`select operation, body_hash, status, headers, body, erased_at from idempotency_keys
     where owner_id = $1 and scope = $2 and key = $3`),
    [owner_id, scope, key],
  )
  if (kept === undefined) throw new Error('The key was found taken, which locks it, and is not there.')
  if (kept.operation !== operation)
    throw reused(`was used for ${kept.operation.split('?', 1)[0]}: another request needs another key`)
  if (kept.erased_at !== null) throw erased()
  if (!kept.body_hash.equals(body_hash)) throw reused('was used with another body: another request needs another key')
  return { status: kept.status, headers: JSON.parse(kept.headers), body: JSON.parse(kept.body) }
}

async function keepAnswer(tx: Transaction, owner_id: string, request: KeyedRequest, answer: Answer): Promise<void> {
  const { status, headers = {}, body = null } = answer
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
 * Erases the answers that are about any of some customers, account members or orders. Their keys stay taken: a repeat is
 * refused with `response_erased` and does nothing. What is left tells of nobody, not by the hash of a body either.
 */
export async function eraseAnswers({ tx, owner, now }: Work, ids: readonly string[]): Promise<void> {
  const values = [ownerId(owner), plainArray(ids), new Date(now)]
  await query(tx, prepared(`${ERASE} and subjects <> '{}' and subjects && $2::uuid[]`), values)
  await query(tx, prepared(`${ERASE} and subjects is null and ${TELLS_OF_ANY}`), values)
}

const ERASE = `update idempotency_keys set status = null, headers = null, body = null, body_hash = '', subjects = '{}',
  erased_at = $3 where owner_id = $1`
/** Of answers that an earlier release kept. */
const TELLS_OF_ANY = `exists (select 1 from unnest($2::uuid[]) as told (id)
  where position(told.id::text in concat_ws(' ', scope, lower(operation), headers, body)) > 0)`

function reused(what: string): AppError {
  return new AppError('key_reused', [{ detail: `This Idempotency-Key ${what}.`, header: 'Idempotency-Key' }])
}

function erased(): AppError {
  const detail =
    'The request with this Idempotency-Key was done. Its answer told of a person whose data has been erased since; nothing was done again.'
  return new AppError('response_erased', [{ detail, header: 'Idempotency-Key' }])
}

/** Forgets some keys that have expired; says how many. */
export async function sweepIdempotencyKeys(db: Database, now: number): Promise<number> {
  const swept = await query(
    db,
    `delete from idempotency_keys where (owner_id, scope, key) in (
       select owner_id, scope, key from idempotency_keys
       where expires_at <= $1 order by expires_at limit ${SWEPT_AT_ONCE} for update skip locked)
     returning 1`,
    [new Date(now)],
  )
  return swept.length
}
