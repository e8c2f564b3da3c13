import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { newId } from '../../db/new-id.ts'
import { transact } from '../../db/transaction.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY, HOUR, SECOND } from '../../kernel/duration.ts'
import { isUuid, timeOfId } from '../../kernel/ids.ts'
import type { Cipher } from '../../secrets/cipher.ts'
import { sealedColumn } from '../../secrets/sql/sealed-column.ts'
import {
  deleteSigningKeysBefore,
  insertSigningKey,
  lockSigningKeys,
  type SigningKeyRow,
  selectSigningKeys,
} from '../store.ts'
import { HOLDER_TOKEN_LIFETIME_SECONDS } from './holder-token.ts'
import { type SigningKey, TOKEN_LIFETIME_SECONDS } from './token.ts'

const SIGNS_FOR_MS = 7 * DAY
/** Age at which all tokens of a key have expired, with one hour for clock skew. */
const RETENTION_MS = SIGNS_FOR_MS + Math.max(TOKEN_LIFETIME_SECONDS, HOLDER_TOKEN_LIFETIME_SECONDS) * SECOND + HOUR
/** Minimum interval between two reads caused by unknown key ids, in milliseconds. */
const REFRESH_INTERVAL_MS = SECOND

/** Signing keys of access tokens, as cached by this process. */
export type SigningKeys = {
  /** Returns the signing key; creates a new key if the newest is too old. */
  current(): Promise<SigningKey>
  /** Returns the key of a token, after another read if another process may have created it; undefined if not found. */
  find(id: string | undefined): Promise<KeyObject | undefined>
}

export async function openSigningKeys(deps: { db: Database; cipher: Cipher; clock: Clock }): Promise<SigningKeys> {
  const { db, cipher, clock } = deps
  let keys: readonly SigningKey[] = await read(db, cipher, clock())
  let readAt = clock()
  let scheduled: Promise<void> | null = null

  // Clients that send unknown ids cause at most one read per interval. Every caller waits for a read that starts after
  // its call, because a read already in progress may have missed the key.
  const refresh = (): Promise<void> => {
    scheduled ??= wait(Math.max(0, readAt + REFRESH_INTERVAL_MS - clock())).then(async () => {
      scheduled = null
      readAt = clock()
      keys = await read(db, cipher, clock())
    })
    return scheduled
  }
  const known = (id: string) => keys.find((key) => key.id === id)?.secret
  return {
    async current() {
      const now = clock()
      if (!isFresh(keys[0], now)) keys = await rotate(db, cipher, now)
      if (keys[0] === undefined) throw new Error('There is no signing key.')
      return keys[0]
    },
    async find(id) {
      if (id === undefined || !isUuid(id)) return undefined
      if (known(id) === undefined && mayExist(id, clock())) await refresh()
      return known(id)
    },
  }
}

/**
 * Throws unless this process can decrypt the newest key of the database, however old. Creates the first key, so that of
 * two processes with different encryption keys on a new database the second fails to start.
 */
export async function checkSigningKeys({ db, cipher, clock }: Parameters<typeof openSigningKeys>[0]): Promise<void> {
  const [newest] = await selectSigningKeys(db)
  if (newest !== undefined) unseal(newest, cipher)
  else await rotate(db, cipher, clock())
}

function isFresh(key: SigningKey | undefined, now: number): boolean {
  return key !== undefined && key.created_at > now - SIGNS_FOR_MS
}

function mayExist(id: string, now: number): boolean {
  const made = timeOfId(id)
  return made > now - RETENTION_MS && made < now + HOUR
}

/**
 * Returns the newest key and those with possibly valid tokens; an older key may be sealed with an encryption key that
 * is gone.
 */
async function read(db: Database, cipher: Cipher, now: number): Promise<SigningKey[]> {
  const rows = await selectSigningKeys(db)
  return rows
    .filter(({ created_at }, index) => index === 0 || created_at.getTime() > now - RETENTION_MS)
    .map((row) => unseal(row, cipher))
}

// Runs under a lock, so that processes that rotate at the same time create only one new key.
async function rotate(db: Database, cipher: Cipher, now: number): Promise<SigningKey[]> {
  return transact(db, async (tx) => {
    await lockSigningKeys(tx)
    // Throws if another process has created the newest key with another encryption key.
    const keys = await read(tx, cipher, now)
    if (isFresh(keys[0], now)) return keys
    const id = newId(now)
    const secret = randomBytes(32)
    const sealed = cipher.seal(secret.toString('base64'), contextOf(id))
    await insertSigningKey(tx, { id, secret: sealed, created_at: new Date(now) })
    await deleteSigningKeysBefore(tx, now - RETENTION_MS)
    return [{ id, secret: createSecretKey(secret), created_at: now }, ...keys]
  })
}

function unseal({ id, secret, created_at }: SigningKeyRow, cipher: Cipher): SigningKey {
  const bytes = Buffer.from(cipher.open(secret, contextOf(id)), 'base64')
  return { id, secret: createSecretKey(bytes), created_at: created_at.getTime() }
}

function contextOf(id: string): string {
  return `signing_keys/${id}`
}

export const sealedSigningKeys = sealedColumn({ table: 'signing_keys', column: 'secret', contextOf })
