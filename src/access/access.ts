import type { FastifyBaseLogger } from 'fastify'
import type { Cipher } from '../db/cipher.ts'
import type { Database } from '../db/tables.ts'
import type { Authenticate } from '../http/authentication.ts'
import type { Clock } from '../kernel/clock.ts'
import { makeAuthenticate } from './authenticate.ts'
import { type Credentials, type Grant, grantToken } from './grant.ts'
import { watchRevocations } from './revocations.ts'
import { openSigningKeys } from './signing-keys.ts'

type AccessDeps = { db: Database; cipher: Cipher; clock: Clock; log: FastifyBaseLogger }

/** Gives tokens and reads them. */
export type Access = {
  authenticate: Authenticate
  grant(credentials: Credentials): Promise<Grant>
  close(): void
}

/** Reads the signing keys and the revoked keys, and keeps up with them until closed. */
export async function openAccess(deps: AccessDeps): Promise<Access> {
  const signingKeys = await openSigningKeys(deps)
  const revocations = await watchRevocations(deps)
  return {
    authenticate: makeAuthenticate({ ...deps, signingKeys, revocations }),
    grant: (credentials) => grantToken({ ...deps, signingKeys }, credentials),
    close: () => revocations.close(),
  }
}
