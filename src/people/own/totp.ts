import { Secret, TOTP } from 'otpauth'
import { SECOND } from '../../kernel/duration.ts'

const PERIOD_SECONDS = 30
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Steps before and after now whose codes are good, for clocks that differ and people who type slowly. */
const WINDOW = 1
const ISSUER = 'Tidings'

/** A new secret in Base32, as people type it into an app. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** What an app reads from a QR code. */
export function otpauthUrl(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/** The step of time that a code is for, at a time in milliseconds; null when it is wrong. */
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
