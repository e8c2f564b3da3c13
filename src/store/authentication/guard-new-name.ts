import type { FastifyRequest } from 'fastify'
import type { Access } from '../../access/access.ts'
import { getOne, type Update } from '../kit/operations.ts'
import type { AnyResource } from '../kit/resource.ts'
import { collectionOf, type RouteDeps } from '../kit/routes.ts'

type Deps = Pick<RouteDeps, 'db' | 'clock'> & Pick<Access, 'failures'>

/** Scope in which member registrations are counted: per store, since a client may name any profile. */
export function membersOf(store_id: string): string {
  return `${store_id} members`
}

/** `member` is the attribute with the e-mail address or username; `scope` is that of registrations. */
type Named = { resource: AnyResource; member: 'email' | 'username'; scope: string }

/**
 * Runs an update. A conflict reveals that a name is taken, so shoppers and members who change theirs are limited like
 * registrations. Throws `too_many_requests`, `not_found` and the errors of the update.
 */
export async function guardNewName<T>(
  { db, clock, failures }: Deps,
  request: FastifyRequest,
  { id, sent }: Update,
  { resource, member, scope }: Named,
  update: () => Promise<T>,
): Promise<T> {
  const name = sent[member]
  if (request.caller.role === 'seller' || typeof name !== 'string') return update()
  const before: Record<string, unknown> = await getOne({ db }, resource, collectionOf(resource, request), id)
  if (before[member] === name) return update()
  const attempt = { scope, account: name.toLowerCase(), address: request.clientAddress }
  return failures.guardSignUp(attempt, clock(), update)
}
