import { tokenGenerationsOf } from '../../access/tokens/generations.ts'
import { transact } from '../../db/transaction.ts'
import { AppError } from '../../kernel/errors.ts'
import type { PeopleDeps } from '../deps.ts'
import { rejectProviderOnly } from '../provider-only.ts'
import { type Begun, type Client, type Proven, startSession } from '../sessions/start.ts'
import { type KnownPasskey, selectPasskeyOfCredential, takeChallenge, usePasskey } from '../sql/passkeys.ts'
import { lockPerson } from '../store.ts'
import { CHALLENGE_MS, challengeIn, newChallenge } from './challenge.ts'
import { type PasskeyCredential, userHandleOf } from './passkey.ts'
import { usableParty } from './usable.ts'
import { InvalidResponse, verifyAssertion } from './verify.ts'

type PasskeyDeps = Pick<
  PeopleDeps,
  'db' | 'clock' | 'cipher' | 'base_url' | 'password_log_in' | 'oidc' | 'access' | 'report'
>

/** Returns the browser's options for a log-in, the same for everyone. Throws `forbidden`. */
export function startPasskeyLogIn(deps: PasskeyDeps) {
  const { id: rpId } = usableParty(deps)
  const challenge = Buffer.from(newChallenge(deps, 'log-in')).toString('base64url')
  return { rpId, challenge, timeout: CHALLENGE_MS, userVerification: 'required' }
}

/**
 * Logs in with a passkey whose authenticator has verified the person, which counts as both factors. Throws
 * `bad_credentials`, `too_many_requests` and `forbidden`.
 */
export async function logInWithPasskey(
  deps: PasskeyDeps,
  credential: PasskeyCredential,
  client: Client,
): Promise<Begun> {
  const party = usableParty(deps)
  const attempt = { scope: 'passkeys', account: credential.id, address: client.address }
  const proven = await deps.access.failures.guard(attempt, deps.clock(), async () => {
    const passkey = await selectPasskeyOfCredential(deps.db, credential.id)
    if (passkey === undefined) throw refusal('It is not known here, or was deleted: log in in another way.')
    return prove(deps, { passkey, credential, party }).catch(async (error: unknown) => {
      const { organization_id, person_id } = passkey
      const refused = { action: 'session.refused', organization_id, person_id, address: client.address } as const
      if (error instanceof AppError) await deps.report(deps.db, refused)
      throw error
    })
  })
  return startSession(deps, proven, client)
}

type Offered = {
  passkey: KnownPasskey
  credential: PasskeyCredential
  party: ReturnType<typeof usableParty>
}

/** Reads the generation before the passkey is checked, so that a change in between ends the log-in. */
async function prove(deps: PasskeyDeps, { passkey, credential, party }: Offered): Promise<Proven> {
  const { id, person_id, public_key } = passkey
  const generation = (await tokenGenerationsOf(deps.db, [person_id]))[person_id] ?? 0
  const challenge = challengeIn(deps, credential, 'log-in')
  if (challenge === null) throw usedChallenge()
  const expected = { challenge, party, public_key: new Uint8Array(public_key) }
  const { user_handle, ...signed } = await verifyAssertion(credential, expected).catch(refuse)
  if (!userHandleOf(person_id).equals(Buffer.from(user_handle, 'base64url')))
    throw refusal('It is the passkey of another person.')
  await transact(deps.db, async (tx) => {
    const person = await lockPerson(tx, person_id)
    if (person === undefined) throw refusal('The person was removed.')
    rejectProviderOnly(deps, person, 'a passkey')
    if (!(await takeChallenge(tx, challenge))) throw usedChallenge()
    if (!(await usePasskey(tx, { id, ...signed, now: new Date(deps.clock()) }))) throw copied()
  })
  return { person_id, generation, method: 'passkey', second_factor: null }
}

function refuse(cause: unknown): never {
  if (cause instanceof InvalidResponse)
    throw refusal(`The response of the authenticator is not valid: ${cause.message}.`, cause)
  throw cause
}

function usedChallenge(): AppError {
  return refusal('Its challenge is not valid: each works once, within 5 minutes. Begin again.')
}

function copied(): AppError {
  return refusal('Its counter has not risen, as if there were a copy of it. Delete it, and register it again.')
}

function refusal(reason: string, cause?: unknown): AppError {
  const problem = { detail: `The passkey is not accepted. ${reason}`, pointer: '/data/passkey' }
  return new AppError('bad_credentials', [problem], { cause })
}
