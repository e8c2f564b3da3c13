import { endTokens } from '../../access/tokens/generations.ts'
import { transact } from '../../db/transaction.ts'
import type { Caller } from '../../http/callers/caller.ts'
import { notFound } from '../../kernel/errors.ts'
import type { ActingOwner } from '../../kernel/requester.ts'
import { about, actFor, type ChangeDeps } from '../change.ts'
import { codeMatches, idOfCode } from '../secret-code.ts'
import { endSessionRow, endSessionsOf, lockSession } from '../sql/sessions.ts'
import { lockPerson } from '../store.ts'

/** Ends the session of a refresh token, and its access tokens within 5 s; no-op for an invalid token. */
export async function logOut({ db, clock, report }: ChangeDeps, token: string): Promise<void> {
  await transact(db, async (tx) => {
    const id = idOfCode(token)
    const session = id === null ? undefined : await lockSession(tx, id)
    if (session === undefined || session.ended_at !== null || !codeMatchesAny(token, session)) return
    const now = clock()
    const person = await lockPerson(tx, session.person_id)
    await endSessionRow(tx, { id: session.id, person_id: session.person_id, now: new Date(now) })
    await endTokens(tx, [session.id], now)
    const organization_id = person?.organization_id ?? null
    await report(tx, { action: 'session.ended', organization_id, person_id: session.person_id, subject_id: session.id })
  })
}

function codeMatchesAny(token: string, session: { token_hash: string; previous_token_hash: string | null }): boolean {
  return codeMatches(token, session.token_hash) || codeMatches(token, session.previous_token_hash)
}

type OwnSession = { person_id: string; organization_id: string; acting: ActingOwner }

/** Ends a session of the caller. Throws `not_found`. */
export async function endOwnSession({ db, clock, report }: ChangeDeps, own: OwnSession, id: string): Promise<void> {
  await transact(db, async (tx) => {
    const now = clock()
    if (!(await endSessionRow(tx, { id, person_id: own.person_id, now: new Date(now) }))) throw notFound('session')
    await endTokens(tx, [id], now)
    const { organization_id, person_id, acting } = own
    await report(tx, { action: 'session.ended', organization_id, person_id, subject_id: id, acting })
  })
}

export async function endOtherSessions(
  { db, clock, report }: ChangeDeps,
  { person_id, organization_id, acting }: OwnSession,
  except: string,
): Promise<void> {
  await transact(db, async (tx) => {
    const now = clock()
    const ended = await endSessionsOf(tx, { person_id, except, now: new Date(now) })
    await endTokens(tx, ended, now)
    for (const subject_id of ended)
      await report(tx, { action: 'session.ended', organization_id, person_id, subject_id, acting })
  })
}

/** Ends all sessions of a person. Throws `not_found`, and `forbidden` for a person with more rights than the caller. */
export async function endSessionsOfPerson(deps: ChangeDeps, caller: Caller, person_id: string): Promise<void> {
  await actFor(deps, { by: caller, id: person_id }, async ({ tx, actor, person, now }) => {
    const ended = await endSessionsOf(tx, { person_id, except: null, now: new Date(now) })
    await endTokens(tx, [person_id], now)
    for (const subject_id of ended)
      await deps.report(tx, { action: 'session.ended', ...about(person, actor), subject_id })
  })
}
