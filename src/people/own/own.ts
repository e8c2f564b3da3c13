import type { Caller } from '../../http/caller.ts'
import { AppError } from '../../kernel/errors.ts'
import type { ActingOwner } from '../../kernel/requester.ts'

/** The person of a caller and its session. Throws `forbidden` for a key; routes with the access `person` refuse those before. */
export function ownOf(caller: Caller) {
  const { person_id, organization_id, key_id } = caller
  const acting: ActingOwner = caller
  if (person_id !== null) return { person_id, organization_id, session_id: key_id, acting }
  throw new AppError('forbidden', [{ detail: 'This operation requires a person who has logged in.' }])
}
