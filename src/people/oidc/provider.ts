import * as client from 'openid-client'
import { type Refusal, RefusedLogIn } from './refusal.ts'

export type OidcSettings = {
  issuer: string
  client_id: string
  client_secret: string | null
  role_claim: string
  roles: readonly string[]
  /** Maximum lifetime of a session that the provider began, in milliseconds. */
  session_ms: number
  /** True to trust an address if the provider does not say that it is verified. */
  trust_email: boolean
  organization_id: string | null
}

/** State of a log-in until the browser returns from the provider. */
export type Transaction = { state: string; nonce: string; verifier: string }

export type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string }

export type Provider = {
  /** Returns the URL to redirect a browser to, and the state to keep. Throws `unavailable`. */
  begin(): Promise<{ url: string; transaction: Transaction }>
  /** Returns the claims of the ID token for the URL that the browser returned to. Throws `bad_credentials`. */
  finish(url: URL, transaction: Transaction): Promise<Claims>
  /** Returns the URL that ends the session at the provider; null without one. */
  logOutUrl(): Promise<string | null>
}

type ProviderDeps = { settings: OidcSettings; redirect_uri: string; home_url: string }

const TIMEOUT_SECONDS = 10

/** Opens a provider; its metadata is discovered at the first log-in. */
export function openProvider({ settings, redirect_uri, home_url }: ProviderDeps): Provider {
  let discovered: Promise<client.Configuration> | null = null
  const configuration = () => {
    discovered ??= discover(settings).catch((cause: unknown) => {
      discovered = null
      throw unreachable(cause)
    })
    return discovered
  }
  return {
    async begin() {
      const verifier = client.randomPKCECodeVerifier()
      const transaction = { state: client.randomState(), nonce: client.randomNonce(), verifier }
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri,
        scope: 'openid email profile',
        state: transaction.state,
        nonce: transaction.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, transaction }
    },
    async finish(url, { state, nonce, verifier }) {
      const found = await configuration()
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      const tokens = await client.authorizationCodeGrant(found, url, checks).catch((cause: unknown) => {
        throw refused(cause)
      })
      const claims = tokens.claims()
      if (claims === undefined) throw refused(null)
      return claims
    },
    async logOutUrl() {
      const found = await configuration()
      if (found.serverMetadata().end_session_endpoint === undefined) return null
      return client.buildEndSessionUrl(found, { post_logout_redirect_uri: home_url }).href
    },
  }
}

function discover({ issuer, client_id, client_secret }: OidcSettings): Promise<client.Configuration> {
  const url = new URL(issuer)
  const authentication = client_secret === null ? client.None() : client.ClientSecretPost(client_secret)
  // The signature of the ID token is verified even if the token came over TLS from the provider itself.
  const execute = [
    client.enableNonRepudiationChecks,
    ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
  ]
  return client.discovery(url, client_id, client_secret ?? undefined, authentication, {
    execute,
    timeout: TIMEOUT_SECONDS,
  })
}

function unreachable(cause: unknown): RefusedLogIn {
  const detail =
    'The provider of TIDINGS_OIDC_ISSUER does not describe itself, or cannot be reached: the log of the server says why.'
  return new RefusedLogIn(
    'unavailable',
    'provider_unavailable',
    { detail },
    { cause, headers: { 'retry-after': '10' } },
  )
}

function refused(cause: unknown): RefusedLogIn {
  const { refusal, reason } = reasonOf(cause)
  const detail = `The log-in by the provider was refused: ${reason}. Begin again at /v2/sessions/oidc.`
  return new RefusedLogIn('bad_credentials', refusal, { detail }, { cause })
}

type Reason = { refusal: Refusal; reason: string }

/** Describes an error without any text from the provider. */
function reasonOf(cause: unknown): Reason {
  if (cause instanceof client.AuthorizationResponseError)
    return {
      refusal: cause.error === 'access_denied' ? 'cancelled' : 'provider_refused',
      reason: 'the provider has not let the person in',
    }
  if (cause instanceof client.ResponseBodyError)
    return { refusal: 'provider_refused', reason: 'the provider has not accepted the code' }
  const text =
    cause instanceof Error ? `${cause.message} ${cause.cause instanceof Error ? cause.cause.message : ''}` : ''
  if (text.includes('"state"')) return { refusal: 'not_begun', reason: 'it was not begun by this browser (`state`)' }
  return { refusal: 'invalid_response', reason: wrongIn(text) }
}

function wrongIn(text: string): string {
  if (text.includes('"nonce"')) return 'the ID token is of another log-in (`nonce`)'
  if (text.includes('"aud"')) return 'the ID token is for another client (`aud`)'
  if (text.includes('"exp"')) return 'the ID token has expired (`exp`); compare the clocks'
  if (text.includes('"iss"')) return 'the ID token is of another issuer (`iss`)'
  return 'the response of the provider is not valid'
}
