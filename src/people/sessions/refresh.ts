import { endTokens } from '../../access/tokens/generations.ts'
import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transaction.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Cipher } from '../../secrets/cipher.ts'
import { codeMatches, codeOf, idOfCode, type NewCode } from '../secret-code.ts'
import { endSessionRow, lockSession, rotateToken, type SessionRow } from '../sql/sessions.ts'
import { lockPerson, type PersonRow, updateSeen } from '../store.ts'
import { accessTokenOf } from './access-token.ts'
import type { Begun, StartDeps } from './start.ts'
import { endOf, GRACE_MS } from './times.ts'

type RefreshDeps = StartDeps & { cipher: Pick<Cipher, 'derive'> }

type Refreshed =
  | { is: 'refreshed'; person: PersonRow; session: SessionRow; refresh_token: string | null }
  | { is: 'over' | 'reused' }

/**
 * Issues an access token with the current roles, and the next refresh token, which replaces the sent one. A token that
 * was already replaced ends the session, because either it or its replacement was stolen. Throws `unauthenticated`.
 */
export async function refreshSession(deps: RefreshDeps, token: string): Promise<Begun> {
  const refreshed = await transact(deps.db, (tx) => refresh(deps, tx, token))
  if (refreshed.is !== 'refreshed') throw sessionOver(refreshed.is)
  const { person, session, refresh_token } = refreshed
  return { ...(await accessTokenOf(deps, person, session.id)), refresh_token, ends_at: session.expires_at }
}

async function refresh({ clock, cipher, report }: RefreshDeps, tx: Transaction, token: string): Promise<Refreshed> {
  const id = idOfCode(token)
  const session = id === null ? undefined : await lockSession(tx, id)
  const now = new Date(clock())
  if (session === undefined || session.ended_at !== null || endOf(session) <= now) return { is: 'over' }
  const person = await lockPerson(tx, session.person_id)
  if (person === undefined) return { is: 'over' }
  const known = { person, session }
  const next = nextToken(cipher, session.id, token)
  if (codeMatches(token, session.token_hash))
    return { is: 'refreshed', ...known, refresh_token: await rotate(tx, { ...known, next }, now) }
  if (isRecent(session, now) && codeMatches(token, session.previous_token_hash))
    return { is: 'refreshed', ...known, refresh_token: codeMatches(next.code, session.token_hash) ? next.code : null }
  await endSessionRow(tx, { id: session.id, person_id: person.id, now })
  await endTokens(tx, [session.id], now.getTime())
  const { organization_id, id: person_id } = person
  await report(tx, { action: 'session.token_reused', organization_id, person_id, subject_id: session.id })
  return { is: 'reused' }
}

/**
 * Derives the next token from the previous one and the server's key, so that a page whose response was lost, such as by
 * a reload, gets the same token again.
 */
function nextToken(cipher: RefreshDeps['cipher'], session_id: string, token: string): NewCode {
  return codeOf(session_id, cipher.derive(token, 'people/refresh-token'))
}

type Rotated = { person: PersonRow; session: SessionRow; next: NewCode }

async function rotate(tx: Transaction, { person, session, next }: Rotated, now: Date): Promise<string> {
  await rotateToken(tx, { id: session.id, token_hash: next.hash, now })
  await updateSeen(tx, person.id, now)
  return next.code
}

function isRecent({ rotated_at }: SessionRow, now: Date): boolean {
  return now.getTime() - rotated_at.getTime() <= GRACE_MS
}

function sessionOver(why: 'over' | 'reused'): AppError {
  const detail =
    why === 'over'
      ? 'The session has ended: log in again.'
      : 'This refresh token was used before, so the session was ended: log in again.'
  return new AppError('unauthenticated', [{ detail, header: 'Cookie' }])
}
