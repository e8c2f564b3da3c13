import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import { MINUTE, SECOND } from '../kernel/duration.ts'
import { AppError } from '../kernel/errors.ts'
import { type Failures, ofSecret } from './limits/failures.ts'
import type { NewTokens } from './limits/new-tokens.ts'
import { hashSecret, secretMatches } from './secret.ts'
import { type KeyRow, selectKeyByClientId, updateKeyUsed } from './sql/keys.ts'
import type { SigningKeys } from './tokens/signing-keys.ts'
import { NO_ORGANIZATION, signToken, TOKEN_LIFETIME_SECONDS } from './tokens/token.ts'

type GrantDeps = { db: Database; clock: Clock; signingKeys: SigningKeys; newTokens: NewTokens; failures: Failures }

/** Credentials of a client: id and secret for a seller's token, the id alone for a shopper's. */
export type Credentials =
  | { grant_type: 'client_credentials'; client_id: string; client_secret: string }
  | { grant_type: 'implicit'; client_id: string }

export type Grant = {
  access_token: string
  token_type: 'Bearer'
  /** Seconds from now. */
  expires_in: number
  /** Seconds since the epoch. */
  expires: number
  identifier: Credentials['grant_type']
}

/**
 * Issues an access token. Throws `bad_credentials`, the same for an unknown id, a wrong secret and a revoked or expired
 * key, and `too_many_requests`; failures of other clients never block valid credentials.
 */
export async function grantToken(deps: GrantDeps, credentials: Credentials, address: string): Promise<Grant> {
  const key = await selectKeyByClientId(deps.db, credentials.client_id)
  const now = deps.clock()
  const lifetime = lifetimeOf(key, now)
  if (!opens(credentials, key) || key === null || lifetime === 0) {
    deps.failures.count(ofSecret(credentials.client_id, address), now)
    throw badCredentials()
  }
  const owner = { organization_id: key.organization_id ?? NO_ORGANIZATION, store_id: key.store_id }
  if (credentials.grant_type === 'implicit') deps.newTokens.count(owner, address)
  const session = { ...owner, key_id: key.id, ...rightsOf(credentials, key) }
  const token = await signToken(await deps.signingKeys.current(), session, now, lifetime)
  await noteUse(deps, key, now)
  return { ...token, token_type: 'Bearer', expires_in: lifetime, identifier: credentials.grant_type }
}

function rightsOf({ grant_type }: Credentials, { permissions }: KeyRow) {
  return grant_type === 'implicit' ? ({ role: 'shopper' } as const) : ({ role: 'seller', permissions } as const)
}

/** Returns seconds; no token outlives its key. */
function lifetimeOf(key: KeyRow | null, now: number): number {
  if (!key?.expires_at) return TOKEN_LIFETIME_SECONDS
  const left = Math.floor((key.expires_at.getTime() - now) / SECOND)
  return Math.max(0, Math.min(TOKEN_LIFETIME_SECONDS, left))
}

/** One minute is precise enough to see which keys are in use. */
const USE_INTERVAL_MS = MINUTE

/** Errors are ignored so that a read-only database still grants tokens. */
async function noteUse({ db }: GrantDeps, { id, last_used_at }: KeyRow, now: number): Promise<void> {
  const unless_since = now - USE_INTERVAL_MS
  if (last_used_at !== null && last_used_at.getTime() >= unless_since) return
  await updateKeyUsed(db, id, { now, unless_since }).catch(() => {})
}

const NO_HASH = hashSecret('')

// Unknown ids also cost a comparison, so that the response time does not reveal which ids exist.
function opens(credentials: Credentials, key: KeyRow | null): boolean {
  const matches =
    credentials.grant_type === 'implicit' || secretMatches(credentials.client_secret, key?.secret_hash ?? NO_HASH)
  // Shoppers belong to a store or an organization, so a key of the deployment cannot issue their tokens.
  const isOfOwner = credentials.grant_type !== 'implicit' || key?.organization_id !== null
  return matches && isOfOwner && key !== null && key.revoked_at === null
}

function badCredentials(): AppError {
  const detail = 'The client id or secret is wrong, or the key has expired or was revoked.'
  return new AppError('bad_credentials', [{ detail }])
}
