import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { HOUR, SECOND } from '../../kernel/duration.ts'
import { keepReading } from '../keep-reading.ts'
import { deleteGenerationsBefore, selectGenerations, selectGenerationsSince, upsertGenerations } from '../store.ts'
import { HOLDER_TOKEN_LIFETIME_SECONDS } from './holder-token.ts'
import { SHOPPER_TOKEN_LIFETIME_SECONDS, type TokenGenerations } from './token.ts'

/** Tokens issued before a generation was raised are valid for their lifetime; one more hour allows for clock skew. */
const LOOK_BACK_MS = Math.max(HOLDER_TOKEN_LIFETIME_SECONDS, SHOPPER_TOKEN_LIFETIME_SECONDS) * SECOND + HOUR

/** Current token generations of holders whose tokens may have ended. */
export type Generations = { isValid(token_generations: TokenGenerations): boolean; close(): void }

/** Reads the generations that were raised while older tokens may still be valid, and refreshes them until closed. */
export async function watchGenerations(deps: {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
}): Promise<Generations> {
  const read = async () => new Map(await selectGenerationsSince(deps.db, deps.clock() - LOOK_BACK_MS))
  const raised = await keepReading('ended tokens', read, deps.log)
  return {
    isValid: (token_generations) =>
      Object.entries(token_generations).every(([id, generation]) => generation >= (raised.latest().get(id) ?? 0)),
    close: raised.close,
  }
}

/**
 * Returns the generations that a new token of these holders carries. Read them before a password is checked, so that a
 * change in between ends the token.
 */
export async function tokenGenerationsOf(db: Database, holder_ids: readonly string[]): Promise<TokenGenerations> {
  const known = new Map(await selectGenerations(db, holder_ids))
  return Object.fromEntries(holder_ids.map((id) => [id, known.get(id) ?? 0]))
}

/** Ends every token of these holders: within 5 s of the commit every process rejects them. */
export async function endTokens(tx: Transaction, holder_ids: readonly string[], now: number): Promise<void> {
  await upsertGenerations(tx, [...holder_ids].sort(), now)
}

/** Deletes generations that no valid token can depend on. Returns their number. */
export function forgetGenerations(db: Database, now: number): Promise<number> {
  return deleteGenerationsBefore(db, now - 2 * LOOK_BACK_MS)
}
