import { Secret, TOTP } from 'otpauth'
import { SECOND } from '../../kernel/duration.ts'

const PERIOD_SECONDS = 30
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Accepted steps before and after now, for clock skew and slow typing. */
const WINDOW = 1
const ISSUER = 'Tidings'

/** Generates a secret in Base32, as people type it into an app. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** Content of the QR code for an app. */
export function otpauthUrl(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/** Returns the time step of a code at a time in milliseconds; null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = totpOf(secret, '').validate({ token, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / (PERIOD_SECONDS * SECOND)) + delta
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })
}
