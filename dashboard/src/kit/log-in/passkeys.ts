import { BrowserRefusal } from '../../api/problem.ts'
import type { PasskeyCredential, PasskeyOptions } from '../../generated/schema.ts'
import { base64Of } from '../values/base64.ts'

type Options = PasskeyOptions['options']

/** Creates a passkey. Throws a `BrowserRefusal`. */
export async function createPasskey(options: Options): Promise<PasskeyCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  asking.abort()
  const made = await navigator.credentials.create({ publicKey }).catch(refuse)
  const { id, response } = made as PublicKeyCredential & { response: AuthenticatorAttestationResponse }
  const { clientDataJSON, attestationObject } = response
  const transports = response.getTransports?.() ?? []
  return { id, response: { ...texts({ clientDataJSON, attestationObject }), transports } }
}

/** Only one request may be pending: a new request aborts the previous one. */
let asking = new AbortController()

/**
 * Requests a passkey: in a browser dialog, or through the autofill of a field if `beside` is set. Throws a
 * `BrowserRefusal`.
 */
export async function requestPasskey(
  options: Options,
  beside: { signal: AbortSignal } | null = null,
): Promise<PasskeyCredential> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  asking.abort()
  asking = new AbortController()
  const how =
    beside === null
      ? { signal: asking.signal }
      : { mediation: 'conditional' as const, signal: AbortSignal.any([asking.signal, beside.signal]) }
  const chosen = await navigator.credentials.get({ publicKey, ...how }).catch(refuse)
  const { id, response } = chosen as PublicKeyCredential & { response: AuthenticatorAssertionResponse }
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, response: texts({ clientDataJSON, authenticatorData, signature, userHandle }) }
}

export async function canOfferPasskeys(): Promise<boolean> {
  return (await window.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false
}

/** Copies members one by one, because `toJSON()` fails for the credentials of some password managers. */
function texts(members: Readonly<Record<string, ArrayBuffer | null>>): Record<string, string> {
  const known = Object.entries(members).filter((entry): entry is [string, ArrayBuffer] => entry[1] !== null)
  return Object.fromEntries(known.map(([name, bytes]) => [name, base64Url(bytes)]))
}

function base64Url(bytes: ArrayBuffer): string {
  return base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function refuse(cause: unknown): never {
  const name = cause instanceof DOMException ? cause.name : ''
  throw new BrowserRefusal(SENTENCES[name] ?? `Browser error: ${String(cause)}`, { cause })
}

const SENTENCES: Readonly<Record<string, string>> = {
  AbortError: 'The request was canceled.',
  InvalidStateError: 'This device or password manager already has one of your passkeys.',
  NotAllowedError:
    'No passkey was used: the request was canceled or timed out, or you have no passkey for this address.',
  SecurityError: 'The browser does not allow passkeys at this address.',
}
