import { errors, jwtVerify, SignJWT } from 'jose'
import { newId } from '../db/new-id.ts'
import type { Clock } from '../kernel/clock.ts'
import type { FirstMethod } from '../kernel/log-in.ts'
import type { SigningKeys } from './tokens/signing-keys.ts'

/** Time limit of the second step of a log-in, in seconds. */
const CHALLENGE_LIFETIME_SECONDS = 300

/** Result of the first factor. */
type Challenge = { id: string; person_id: string; generation: number; method: FirstMethod }

/** Tokens that prove only that the first step of a log-in succeeded. */
export type Challenges = {
  sign(challenge: Omit<Challenge, 'id'>): Promise<string>
  /** Returns null for an invalid or expired token. */
  verify(token: string): Promise<Challenge | null>
}

const TYPE = 'challenge+jwt'
/** Longer than any valid challenge. */
const MAX_LENGTH = 1024

export function openChallenges(signingKeys: SigningKeys, clock: Clock): Challenges {
  return {
    async sign({ person_id, generation, method }) {
      const key = await signingKeys.current()
      const issued = Math.floor(clock() / 1000)
      return new SignJWT({ generation, method })
        .setProtectedHeader({ alg: 'HS256', kid: key.id, typ: TYPE })
        .setSubject(person_id)
        .setIssuedAt(issued)
        .setExpirationTime(issued + CHALLENGE_LIFETIME_SECONDS)
        .setJti(newId(clock()))
        .sign(key.secret)
    },
    async verify(token) {
      if (token.length > MAX_LENGTH) return null
      const findKey = async ({ kid }: { kid?: string }) => {
        const key = await signingKeys.find(kid)
        if (key === undefined) throw new errors.JWSSignatureVerificationFailed()
        return key
      }
      const options = { algorithms: ['HS256'], typ: TYPE, currentDate: new Date(clock()) }
      try {
        const { payload } = await jwtVerify(token, findKey, options)
        const method = payload.method === 'link' ? 'link' : 'password'
        const generation = Number(payload.generation)
        return { id: String(payload.jti), person_id: String(payload.sub), generation, method }
      } catch (cause) {
        if (cause instanceof errors.JOSEError) return null
        throw cause
      }
    },
  }
}
