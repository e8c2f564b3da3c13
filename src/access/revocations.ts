import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import { HOUR, SECOND } from '../kernel/duration.ts'
import { keepReading } from './keep-reading.ts'
import { selectRevokedSince } from './sql/keys.ts'
import { TOKEN_LIFETIME_SECONDS } from './tokens/token.ts'

/** Tokens issued before a revocation are valid for their lifetime; one more hour allows for clock skew. */
const LOOK_BACK_MS = TOKEN_LIFETIME_SECONDS * SECOND + HOUR

/** Keys that were revoked while some of their tokens may still be valid. */
export type Revocations = { has(key_id: string): boolean; close(): void }

/** Reads the revoked keys, and refreshes them until closed. */
export async function watchRevocations(deps: {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
}): Promise<Revocations> {
  const read = async () => new Set(await selectRevokedSince(deps.db, deps.clock() - LOOK_BACK_MS))
  const revoked = await keepReading('revoked keys', read, deps.log)
  return { has: (key_id) => revoked.latest().has(key_id), close: revoked.close }
}
