import type { Problem } from '../../kernel/errors.ts'
import { guessedFirst } from './common-passwords.ts'

/** Characters of a person's password, at least. NIST SP 800-63B requires 15 of a password that may be the only factor, 8 beside others. @operator */
export const SHORTEST_PASSWORD = 12

/** How an address looks: no two people of an organization have addresses that look the same. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

/** True for the same address, however Unicode composes its letters and whatever is a capital. What only looks the same is another. */
export function isSameEmail(one: string, other: string): boolean {
  return comparableEmail(one) === comparableEmail(other)
}

/** Equal for addresses that are the same. */
export function comparableEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** What is wrong with a new password, whose length the schema has checked. */
export function passwordProblems(password: string, email: string): Problem[] {
  const text = normalizeEmail(password)
  const address = normalizeEmail(email)
  const isAddress = text === address || text === address.split('@')[0]
  const reason = isAddress ? 'must not be the e-mail address' : guessedFirst(password)
  return reason === null ? [] : [{ detail: `data.password ${reason}.`, pointer: '/data/password' }]
}
