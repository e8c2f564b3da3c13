import { newId } from '../../db/new-id.ts'
import { requireCapacity } from '../../db/row-limit.ts'
import { transact } from '../../db/transaction.ts'
import { AppError, type Problem } from '../../kernel/errors.ts'
import type { PeopleDeps } from '../deps.ts'
import { lockOwn, type Own } from '../own/own.ts'
import { lockProven, type ProvenOwn } from '../own/proof.ts'
import { rejectProviderOnly } from '../provider-only.ts'
import { knownTransports, nameOfAuthenticator } from '../rules/authenticators.ts'
import { insertPasskey, type PasskeyRow, passkeyLimit, selectCredentialsOf, takeChallenge } from '../sql/passkeys.ts'
import { CHALLENGE_MS, challengeIn, newChallenge } from './challenge.ts'
import { type PasskeyCredential, userHandleOf } from './passkey.ts'
import { usableParty } from './usable.ts'
import { ALGORITHMS, InvalidResponse, verifyRegistration, webAuthn } from './verify.ts'

type RegisterDeps = Pick<PeopleDeps, 'db' | 'clock' | 'cipher' | 'base_url' | 'password_log_in' | 'oidc' | 'report'>

/** Returns the browser's options for a new passkey. Throws `forbidden` and `conflict`. */
export async function startPasskey(deps: RegisterDeps, own: ProvenOwn) {
  const { person_id } = own
  const party = usableParty(deps)
  const { person, credentials } = await transact(deps.db, async (tx) => {
    const person = await lockProven(tx, own)
    rejectProviderOnly(deps, person, 'a passkey')
    await requireCapacity(tx, passkeyLimit, person_id)
    return { person, credentials: await selectCredentialsOf(tx, person_id) }
  })
  const { generateRegistrationOptions } = await webAuthn()
  return generateRegistrationOptions({
    rpName: 'Tidings',
    rpID: party.id,
    userID: new Uint8Array(userHandleOf(person_id)),
    userName: person.email,
    userDisplayName: person.name,
    challenge: newChallenge(deps, { person_id }),
    timeout: CHALLENGE_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: credentials.map(({ credential_id: id, transports }) => ({
      id,
      transports: knownTransports(transports),
    })),
  })
}

type NewOwn = { credential: PasskeyCredential; name?: string }

/**
 * Adds the passkey that a browser has created for a challenge, which only a proof can start. Throws `forbidden`,
 * `invalid` and `conflict`.
 */
export async function createPasskey(deps: RegisterDeps, own: Own, { credential, name }: NewOwn): Promise<PasskeyRow> {
  const party = usableParty(deps)
  const { person_id } = own
  const challenge = challengeIn(deps, credential, { person_id })
  if (challenge === null) throw invalidChallenge()
  const made = await verifyRegistration(credential, { challenge, party }).catch(refuse)
  return transact(deps.db, async (tx) => {
    rejectProviderOnly(deps, await lockOwn(tx, person_id), 'a passkey')
    if (!(await takeChallenge(tx, challenge))) throw invalidChallenge()
    await requireCapacity(tx, passkeyLimit, person_id)
    const { aaguid, ...stored } = made
    const now = deps.clock()
    const passkey = await insertPasskey(tx, {
      ...{ id: newId(now), person_id, created_at: new Date(now), ...stored },
      name: name?.trim() ?? nameOfAuthenticator(aaguid, made.transports),
      public_key: Buffer.from(made.public_key),
    })
    if (passkey === undefined) throw conflict('This passkey is registered already.')
    const { organization_id, acting } = own
    const about = { organization_id, person_id, acting, subject_id: passkey.id }
    const change = { before: null, after: { name: passkey.name } }
    await deps.report(tx, { action: 'person.passkey_created', ...about, change })
    return passkey
  })
}

function refuse(cause: unknown): never {
  if (!(cause instanceof InvalidResponse)) throw cause
  const detail = `data.credential is not accepted: ${cause.message}.`
  throw invalid({ detail, pointer: '/data/credential' }, cause)
}

function invalidChallenge(): AppError {
  const detail =
    'The challenge of data.credential is not valid for you: each works once, within 5 minutes. Begin again.'
  return invalid({ detail, pointer: '/data/credential/response/clientDataJSON' })
}

function invalid(problem: Problem, cause?: unknown): AppError {
  return new AppError('invalid', [problem], { cause })
}

function conflict(detail: string): AppError {
  return new AppError('conflict', [{ detail }])
}
