import { newId } from '../../db/new-id.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE } from '../../kernel/duration.ts'
import type { Cipher } from '../../secrets/cipher.ts'
import type { PasskeyCredential } from './passkey.ts'

/** Time between the options for a browser and its response. */
export const CHALLENGE_MS = 5 * MINUTE

type ChallengeDeps = { cipher: Cipher; clock: Clock }

/** Intended user of a challenge: the person who registers a passkey, or anyone who logs in. */
export type For = { person_id: string } | 'log-in'

export type Challenge = { id: string; expires_at: Date; text: string }

const contextOf = (whom: For) => (whom === 'log-in' ? 'people/passkeys' : `people/${whom.person_id}/passkeys`)

/** Creates a sealed challenge, so that an open log-in page needs no stored state. */
export function newChallenge({ cipher, clock }: ChallengeDeps, whom: For): Uint8Array<ArrayBuffer> {
  const now = clock()
  return new Uint8Array(cipher.seal(JSON.stringify({ id: newId(now), expires: now + CHALLENGE_MS }), contextOf(whom)))
}

/** Returns the challenge of a response; null if it is expired, not sealed by us, or for another use or person. */
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
