import { tokenGenerationsOf } from '../../access/tokens/generations.ts'
import { newId } from '../../db/new-id.ts'
import { transact } from '../../db/transaction.ts'
import { AppError } from '../../kernel/errors.ts'
import type { LoggedInBy } from '../../kernel/log-in.ts'
import type { PeopleDeps } from '../deps.ts'
import { newCode } from '../secret-code.ts'
import { insertSession } from '../sql/sessions.ts'
import { lockPerson, type PersonRow, updateSeen } from '../store.ts'
import { accessTokenOf, type SessionToken } from './access-token.ts'
import { MAX_MS } from './times.ts'

export type StartDeps = Pick<PeopleDeps, 'db' | 'clock' | 'access' | 'report'>

export type Client = { address: string; user_agent: string | null }

/** A new or refreshed session: its access token and, if it changed, its next refresh token. */
export type Begun = SessionToken & { refresh_token: string | null; ends_at: Date }

/**
 * Proof of a person: the token generation before it, its method, and a maximum lifetime of the session if shorter than
 * usual.
 */
export type Proven = { person_id: string; generation: number; max_ms?: number } & LoggedInBy

const MAX_USER_AGENT_LENGTH = 255

/**
 * Starts a new session. Throws `bad_credentials` if the person was removed, or its password or a role has changed,
 * since the proof.
 */
export async function startSession(deps: StartDeps, proven: Proven, client: Client): Promise<Begun> {
  const now = deps.clock()
  const id = newId(now)
  const { code, hash } = newCode(id)
  const ends_at = new Date(now + Math.min(proven.max_ms ?? MAX_MS, MAX_MS))
  const person = await transact(deps.db, async (tx): Promise<PersonRow> => {
    const found = await lockPerson(tx, proven.person_id)
    const generation = (await tokenGenerationsOf(tx, [proven.person_id]))[proven.person_id]
    if (found === undefined || generation !== proven.generation) throw outdated()
    const user_agent = client.user_agent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null
    const times = { created_at: new Date(now), expires_at: ends_at }
    await insertSession(tx, {
      id,
      person_id: found.id,
      token_hash: hash,
      ...times,
      address: client.address,
      user_agent,
    })
    await updateSeen(tx, found.id, new Date(now))
    const who = { organization_id: found.organization_id, person_id: found.id }
    const { method, second_factor } = proven
    const change = { before: null, after: { method, second_factor } }
    await deps.report(tx, { action: 'session.created', ...who, subject_id: id, address: client.address, change })
    return found
  })
  return { ...(await accessTokenOf(deps, person, id)), refresh_token: code, ends_at }
}

function outdated(): AppError {
  const detail = 'The password or the roles of the person have changed meanwhile: log in again.'
  return new AppError('bad_credentials', [{ detail }])
}
