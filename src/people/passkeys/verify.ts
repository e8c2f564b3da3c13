import { knownTransports, type Transport } from '../rules/authenticators.ts'
import type { Challenge } from './challenge.ts'
import type { PasskeyCredential } from './passkey.ts'

/** Loaded lazily: the library takes 25 MB and 0.2 s of a core, which only processes that see a passkey need. */
export const webAuthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256, in order of preference: every authenticator has one of them. */
export const ALGORITHMS = [-8, -7, -257]

type Expected = { challenge: Challenge; party: { id: string; origin: string } }

export type Registered = {
  credential_id: string
  public_key: Uint8Array<ArrayBuffer>
  sign_count: number
  transports: Transport[]
  backed_up: boolean
  aaguid: string
}

/** Reason why an authenticator's response is rejected, as the end of a sentence without any text from the browser. */
export class InvalidResponse extends Error {}

/** Verifies the response of a browser that created a passkey. Throws `InvalidResponse`. */
export async function verifyRegistration(
  { id, response }: PasskeyCredential,
  { challenge, party }: Expected,
): Promise<Registered> {
  const { verifyRegistrationResponse } = await webAuthn()
  const transports = knownTransports(response.transports)
  const sent = { clientDataJSON: text(response.clientDataJSON), attestationObject: text(response.attestationObject) }
  const result = await verifyRegistrationResponse({
    response: { ...frameOf(id), response: { ...sent, transports } },
    expectedChallenge: challenge.text,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(reject)
  if (!result.verified) throw new InvalidResponse('its attestation is wrong')
  const { credential, credentialBackedUp: backed_up, aaguid } = result.registrationInfo
  const { publicKey: public_key, counter: sign_count } = credential
  return { credential_id: credential.id, public_key, sign_count, transports, backed_up, aaguid }
}

type Asserted = { sign_count: number; backed_up: boolean; user_handle: string }

/** Verifies a signature. The statement that stores the counter checks that it has risen. Throws `InvalidResponse`. */
export async function verifyAssertion(
  { id, response }: PasskeyCredential,
  { challenge, party, public_key }: Expected & { public_key: Uint8Array<ArrayBuffer> },
): Promise<Asserted> {
  const { verifyAuthenticationResponse } = await webAuthn()
  const user_handle = text(response.userHandle)
  const sent = {
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    userHandle: user_handle,
  }
  const result = await verifyAuthenticationResponse({
    response: { ...frameOf(id), response: sent },
    expectedChallenge: challenge.text,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id, publicKey: public_key, counter: 0 },
  }).catch(reject)
  if (!result.verified) throw new InvalidResponse('its signature is wrong')
  const { newCounter: sign_count, credentialBackedUp: backed_up } = result.authenticationInfo
  return { sign_count, backed_up, user_handle }
}

const frameOf = (id: string) => ({ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} })

function text(member: unknown): string {
  return typeof member === 'string' ? member : ''
}

function reject(cause: unknown): never {
  const message = cause instanceof Error ? cause.message : ''
  const reason =
    REASONS.find(([pattern]) => pattern.test(message))?.[1] ?? 'it does not have the form of such a response'
  throw new InvalidResponse(reason, { cause })
}

/** Our sentences by the start of the library's messages. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^Unexpected \w+ response origin/, 'it was made for a page of another origin'],
  [/^Unexpected RP ID hash/, 'it was made for another domain'],
  [/^Unexpected \w+ response type/, 'it was made for another purpose'],
  [/^User verification/, 'the authenticator has not verified the person, by a PIN, a fingerprint or a face'],
  [/^User (?:presence|not present)/, 'the authenticator did not ask the person'],
  [/^Unexpected public key alg/, 'its algorithm is none of the options'],
]
