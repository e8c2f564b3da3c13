import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { transact } from '../db/transaction.ts'
import type { Authenticate } from '../http/callers/authentication.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Cipher } from '../secrets/cipher.ts'
import { makeAuthenticate } from './authenticate.ts'
import { type Challenges, openChallenges } from './challenges.ts'
import { type Credentials, type Grant, grantToken } from './grant.ts'
import { Failures } from './limits/failures.ts'
import { NewTokens } from './limits/new-tokens.ts'
import { watchRevocations } from './revocations.ts'
import { endTokens, watchGenerations } from './tokens/generations.ts'
import { type Holder, type HolderToken, signHolderToken } from './tokens/holder-token.ts'
import { openSigningKeys } from './tokens/signing-keys.ts'
import {
  PERSON_TOKEN_LIFETIME_SECONDS,
  type PersonOfToken,
  SHOPPER_TOKEN_LIFETIME_SECONDS,
  signToken,
} from './tokens/token.ts'

type AccessDeps = {
  db: Database
  cipher: Cipher
  clock: Clock
  log: FastifyBaseLogger
  /** Shopper tokens and new carts that one network may get per store and minute; 0 disables the limit. */
  token_limit: number
}

export type Access = {
  authenticate: Authenticate
  grant(credentials: Credentials, address: string): Promise<Grant>
  failures: Failures
  /** New carts of anonymous shoppers. */
  newCarts: NewTokens
  /** Issues a token to a customer or account member. */
  issue: IssueToken
  /** Issues a token to a storefront shopper, who needs no key; `endSession` ends it. */
  openSession: OpenSession
  endSession(session_id: string): Promise<void>
  /** Issues a token to a person for the session of the log-in. */
  issuePersonToken(session: PersonSession): Promise<{ access_token: string; expires_in: number; expires: number }>
  /** Log-ins of people that need a second step. */
  challenges: Challenges
  close(): void
}

/** `expires_in`: seconds from now. */
type OpenSession = (
  store: { organization_id: string; store_id: string },
  address: string,
) => Promise<{ access_token: string; expires_in: number }>

type PersonSession = { session_id: string; organization_id: string; person: PersonOfToken }

type IssueToken = (holder: Holder, lifetime_seconds?: number) => Promise<HolderToken>

/** Reads the signing keys, the revoked keys and the ended tokens, and refreshes them until closed. */
export async function openAccess(deps: AccessDeps): Promise<Access> {
  const signingKeys = await openSigningKeys(deps)
  const revocations = await watchRevocations(deps)
  const generations = await watchGenerations(deps)
  const newTokens = new NewTokens(deps.token_limit, deps.clock)
  const secrets = new Failures()
  return {
    authenticate: makeAuthenticate({ ...deps, signingKeys, revocations, generations }),
    grant: (credentials, address) =>
      grantToken({ ...deps, signingKeys, newTokens, failures: secrets }, credentials, address),
    failures: new Failures(),
    newCarts: new NewTokens(deps.token_limit, deps.clock, 'carts'),
    issue: async (holder, lifetime_seconds) =>
      signHolderToken(await signingKeys.current(), holder, deps.clock(), lifetime_seconds),
    async openSession(store, address) {
      newTokens.count(store, address)
      // Each session has its own key id, so that rate limits of one shopper do not affect another.
      const session = { ...store, key_id: newId(deps.clock()), role: 'shopper' as const }
      const key = await signingKeys.current()
      const { access_token } = await signToken(key, session, deps.clock(), SHOPPER_TOKEN_LIFETIME_SECONDS)
      return { access_token, expires_in: SHOPPER_TOKEN_LIFETIME_SECONDS }
    },
    endSession: (session_id) => transact(deps.db, (tx) => endTokens(tx, [session_id], deps.clock())),
    async issuePersonToken({ session_id, organization_id, person }) {
      const session = { organization_id, store_id: null, key_id: session_id, role: 'seller' as const, person }
      const key = await signingKeys.current()
      const token = await signToken(key, session, deps.clock(), PERSON_TOKEN_LIFETIME_SECONDS)
      return { ...token, expires_in: PERSON_TOKEN_LIFETIME_SECONDS }
    },
    challenges: openChallenges(signingKeys, deps.clock),
    close() {
      revocations.close()
      generations.close()
    },
  }
}
