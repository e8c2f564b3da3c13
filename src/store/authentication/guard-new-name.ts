import type { FastifyRequest } from 'fastify'
import type { Access } from '../../access/access.ts'
import { getOne, type Update } from '../kit/operations.ts'
import type { AnyResource } from '../kit/resource.ts'
import { collectionOf, type RouteDeps } from '../kit/routes.ts'

type Deps = Pick<RouteDeps, 'db' | 'clock'> & Pick<Access, 'failures'>

/** The scope in which attempts of members to register are counted: by the store, since a client may name any profile. */
export function membersOf(store_id: string): string {
  return `${store_id} members`
}

/** `member` has the e-mail address or username; `scope` is that of who registers with one. */
type Named = { resource: AnyResource; member: 'email' | 'username'; scope: string }

/**
 * Runs an update. A conflict says that another has the name, so shoppers and members who send a new one are limited as those
 * who register are. Throws `too_many_requests`, `not_found` and what the update throws.
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
