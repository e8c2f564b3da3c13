import { AppError } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { translateViolation } from '../kit/constraints.ts'
import { rowExists } from '../kit/store.ts'
import type { Work } from '../kit/work.ts'
import { updateUniqueEmails } from './store.ts'

/** Applies a realm's e-mail policy to its users. Throws `conflict` if the policy forbids existing duplicates. */
export async function applyEmailPolicy(
  work: Work,
  { id, duplicate_email_policy }: { id: string; duplicate_email_policy: string },
): Promise<void> {
  const isUnique = hasUniqueEmails(duplicate_email_policy)
  await translateViolation(DUPLICATES, updateUniqueEmails(work.tx, ownerId(work.owner), id, { isUnique }))
}

/** True if a realm's e-mail policy forbids duplicates. */
export function hasUniqueEmails(policy: string): boolean {
  return policy !== 'allowed' && policy !== 'api_only'
}

const DUPLICATES = {
  constraints: {
    user_authentication_info_email: {
      code: 'conflict',
      detail: 'Several users of the realm have the same e-mail address: change or delete them first.',
      pointer: '/data/duplicate_email_policy',
    },
  },
} as const

/** Throws `conflict` while the realm has users, since deleting a realm does not delete users. */
export async function expectNoUsers({ tx, owner }: Work, authentication_realm_id: string): Promise<void> {
  const scope = { owner_id: ownerId(owner), authentication_realm_id }
  if (!(await rowExists(tx, 'user_authentication_info', scope))) return
  throw new AppError('conflict', [{ detail: 'The authentication realm has users: delete them first.' }])
}
