import type { Listed } from '../../db/list.ts'
import type { Caller } from '../../http/callers/caller.ts'
import { notFound } from '../../kernel/errors.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import type { PeopleDeps } from '../deps.ts'
import { listSessionRows, type SessionRow } from '../sql/sessions.ts'
import { selectPerson } from '../store.ts'
import { IDLE_MS } from './times.ts'

type ListDeps = Pick<PeopleDeps, 'db' | 'clock'>

export function listSessions(
  { db, clock }: ListDeps,
  person_id: string,
  request: ListRequest,
): Promise<Listed<SessionRow>> {
  const now = clock()
  return listSessionRows(db, { person_id, now: new Date(now), idle_since: new Date(now - IDLE_MS) }, request)
}

/** Returns a page of another person's active sessions. Throws `not_found`. */
export async function listSessionsOfPerson(deps: ListDeps, caller: Caller, person_id: string, request: ListRequest) {
  if ((await selectPerson(deps.db, person_id, caller)) === undefined) throw notFound('person')
  return listSessions(deps, person_id, request)
}
