import type { Problem } from '../../kernel/errors.ts'
import { commonPasswordProblem } from './common-passwords.ts'

/**
 * Minimum length of a person's password in characters. NIST SP 800-63B requires 15 for a password that may be the only
 * factor, 8 beside others. @operator
 */
export const MIN_PASSWORD_LENGTH = 12

/** Visual form of an address: no two people of an organization may have addresses that look the same. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

/** True if the addresses are equal except for case and Unicode composition. Look-alikes are different. */
export function isSameEmail(one: string, other: string): boolean {
  return comparableEmail(one) === comparableEmail(other)
}

/** Comparison key: equal for equal addresses. */
export function comparableEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** Returns the problems of a new password whose length the schema has checked. */
export function passwordProblems(password: string, email: string): Problem[] {
  const text = normalizeEmail(password)
  const address = normalizeEmail(email)
  const isAddress = text === address || text === address.split('@')[0]
  const reason = isAddress ? 'must not be the e-mail address' : commonPasswordProblem(password)
  return reason === null ? [] : [{ detail: `data.password ${reason}.`, pointer: '/data/password' }]
}
