import type { FastifyBaseLogger } from 'fastify'
import type { Cipher } from '../db/cipher.ts'
import type { Database } from '../db/tables.ts'
import type { Authenticate } from '../http/authentication.ts'
import type { Clock } from '../kernel/clock.ts'
import { makeAuthenticate } from './authenticate.ts'
import { watchGenerations } from './generations.ts'
import { type Credentials, type Grant, grantToken } from './grant.ts'
import { type Holder, type HolderToken, signHolderToken } from './holder-token.ts'
import { watchRevocations } from './revocations.ts'
import { openSigningKeys } from './signing-keys.ts'

type AccessDeps = { db: Database; cipher: Cipher; clock: Clock; log: FastifyBaseLogger }

/** Gives tokens and reads them. */
export type Access = {
  authenticate: Authenticate
  grant(credentials: Credentials): Promise<Grant>
  /** A token for somebody who has logged in. */
  issue: IssueToken
  close(): void
}

export type IssueToken = (holder: Holder) => Promise<HolderToken>

/** Reads the signing keys, the revoked keys and the ended tokens, and keeps up with them until closed. */
export async function openAccess(deps: AccessDeps): Promise<Access> {
  const signingKeys = await openSigningKeys(deps)
  const revocations = await watchRevocations(deps)
  const generations = await watchGenerations(deps)
  return {
    authenticate: makeAuthenticate({ ...deps, signingKeys, revocations, generations }),
    grant: (credentials) => grantToken({ ...deps, signingKeys }, credentials),
    issue: async (holder) => signHolderToken(await signingKeys.current(), holder, deps.clock()),
    close() {
      revocations.close()
      generations.close()
    },
  }
}
