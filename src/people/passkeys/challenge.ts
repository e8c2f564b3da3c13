import { newId } from '../../db/new-id.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE } from '../../kernel/duration.ts'
import type { Cipher } from '../../secrets/cipher.ts'
import type { PasskeyCredential } from './passkey.ts'

/** How long a browser has from its options to its response. */
export const CHALLENGE_MS = 5 * MINUTE

type ChallengeDeps = { cipher: Cipher; clock: Clock }

/** Who may respond to a challenge: the person who registers a passkey, or anyone who logs in. */
export type For = { person_id: string } | 'log-in'

export type Challenge = { id: string; expires_at: Date; text: string }

const contextOf = (whom: For) => (whom === 'log-in' ? 'people/passkeys' : `people/${whom.person_id}/passkeys`)

/** Sealed, so that a page of log-ins that is opened stores nothing. */
export function newChallenge({ cipher, clock }: ChallengeDeps, whom: For): Uint8Array<ArrayBuffer> {
  const now = clock()
  return new Uint8Array(cipher.seal(JSON.stringify({ id: newId(now), expires: now + CHALLENGE_MS }), contextOf(whom)))
}

/** The challenge that was responded to; null for what was not made here, or for another use or person, and when it has expired. */
export function challengeIn(
  { cipher, clock }: ChallengeDeps,
  { response }: PasskeyCredential,
  whom: For,
): Challenge | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(String(response.clientDataJSON), 'base64url').toString())
    const text = String(challenge)
    const { id, expires } = JSON.parse(cipher.open(Buffer.from(text, 'base64url'), contextOf(whom)))
    return expires > clock() ? { id, expires_at: new Date(expires), text } : null
  } catch {
    return null
  }
}
