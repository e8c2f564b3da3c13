import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/tables.ts'
import type { Clock } from '../kernel/clock.ts'
import { selectRevokedSince } from './store.ts'
import { TOKEN_LIFETIME } from './token.ts'

/** Milliseconds between two reads. A revoked key has to stop working within 5 s. */
const INTERVAL = 2000
/** Tokens given before a revocation outlive it by their lifetime; an hour more for clocks that differ. */
const LOOK_BACK = TOKEN_LIFETIME * 1000 + 3_600_000

/** The keys that were revoked while tokens of theirs may still be good. */
export type Revocations = { has(key_id: string): boolean; close(): void }

/** Reads them, and keeps reading until closed. While the database can't be read the last known ones stay. */
export async function watchRevocations(deps: {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
}): Promise<Revocations> {
  const read = async () => new Set(await selectRevokedSince(deps.db, deps.clock() - LOOK_BACK))
  let revoked = await read()
  let closed = false
  let failing = false
  let timer = setTimeout(refresh, INTERVAL).unref()

  async function refresh(): Promise<void> {
    try {
      revoked = await read()
      failing = false
    } catch (error) {
      if (!closed && !failing)
        deps.log.warn({ error: String(error) }, 'revoked keys cannot be read; the last known ones stay')
      failing = true
    }
    if (!closed) timer = setTimeout(refresh, INTERVAL).unref()
  }

  return {
    has: (key_id) => revoked.has(key_id),
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
