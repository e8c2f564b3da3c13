import type { Caller } from '../../http/caller.ts'
import { AppError } from '../../kernel/errors.ts'

/** The person of a caller and its session. Throws `forbidden` for a key; routes with the access `person` refuse those before. */
export function ownOf({ person_id, organization_id, key_id }: Caller) {
  if (person_id !== null) return { person_id, organization_id, session_id: key_id }
  throw new AppError('forbidden', [{ detail: 'This operation requires a person who has logged in.' }])
}
