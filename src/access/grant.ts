import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { type Failures, ofSecret } from './limits/failures.ts'
import type { NewTokens } from './limits/new-tokens.ts'
import { hashSecret, secretMatches } from './secret.ts'
import type { SigningKeys } from './signing-keys.ts'
import { type KeyRow, selectKeyByClientId } from './store.ts'
import { signToken, TOKEN_LIFETIME_SECONDS } from './token.ts'

type GrantDeps = { db: Database; clock: Clock; signingKeys: SigningKeys; newTokens: NewTokens; failures: Failures }

/** What a client shows of its key: id and secret for a seller's token, the id alone for a shopper's. */
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
 * Issues an access token to a client at this network address. Throws `bad_credentials`, the same for an unknown id, a
 * wrong secret and a revoked key, and `too_many_requests`, which valid credentials never cause by the failures of other
 * clients.
 */
export async function grantToken(deps: GrantDeps, credentials: Credentials, address: string): Promise<Grant> {
  const key = await selectKeyByClientId(deps.db, credentials.client_id)
  if (!opens(credentials, key) || key === null) {
    deps.failures.count(ofSecret(credentials.client_id, address), deps.clock())
    throw badCredentials()
  }
  if (credentials.grant_type === 'implicit') deps.newTokens.count(key, address)
  const session = {
    key_id: key.id,
    organization_id: key.organization_id,
    store_id: key.store_id,
    role: credentials.grant_type === 'implicit' ? ('shopper' as const) : ('seller' as const),
  }
  const token = await signToken(await deps.signingKeys.current(), session, deps.clock())
  return { ...token, token_type: 'Bearer', expires_in: TOKEN_LIFETIME_SECONDS, identifier: credentials.grant_type }
}

const NO_HASH = hashSecret('')

// An unknown id costs a comparison too.
function opens(credentials: Credentials, key: KeyRow | null): boolean {
  const matches =
    credentials.grant_type === 'implicit' || secretMatches(credentials.client_secret, key?.secret_hash ?? NO_HASH)
  return matches && key !== null && key.revoked_at === null
}

function badCredentials(): AppError {
  const detail = 'There is no such key, its secret is another one, or it was revoked.'
  return new AppError('bad_credentials', [{ detail }])
}
