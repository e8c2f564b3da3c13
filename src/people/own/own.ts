import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../db/database.ts'
import type { Caller } from '../../http/callers/caller.ts'
import { AppError } from '../../kernel/errors.ts'
import type { ActingOwner } from '../../kernel/requester.ts'
import { lockPerson, type PersonRow } from '../store.ts'

export type Own = {
  person_id: string
  organization_id: string
  session_id: string
  address: string
  acting: ActingOwner
}

/**
 * Returns the person of a caller and its session. Throws `forbidden` for a key; routes with the access `person` reject
 * keys earlier.
 */
export function ownOf(caller: Caller): Omit<Own, 'address'> {
  const { person_id, organization_id, key_id } = caller
  const acting: ActingOwner = caller
  if (person_id !== null) return { person_id, organization_id, session_id: key_id, acting }
  throw new AppError('forbidden', [{ detail: 'This operation requires a person who has logged in.' }])
}

export function ownIn({ caller, clientAddress: address }: Pick<FastifyRequest, 'caller' | 'clientAddress'>): Own {
  return { ...ownOf(caller), address }
}

/**
 * Returns the person, locked against changes until the transaction ends. Throws `unauthenticated` if the person was
 * removed.
 */
export async function lockOwn(tx: Transaction, person_id: string): Promise<PersonRow> {
  const person = await lockPerson(tx, person_id)
  if (person === undefined) throw removed()
  return person
}

export function removed(): AppError {
  return new AppError('unauthenticated', [{ detail: 'The person was removed.' }])
}
