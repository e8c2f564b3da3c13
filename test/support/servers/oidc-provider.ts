import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** Defects of the next ID token, and its signer. */
type Forgery = { claims?: JWTPayload; expires_in?: number; is_forged?: boolean }

/** An OpenID Connect provider with ID tokens written by a test. */
export type FakeProvider = {
  issuer: string
  /** Claims of the person who logs in, and defects of the token. */
  next: { person: JWTPayload; forgery: Forgery }
  exchanges: URLSearchParams[]
  close(): Promise<void>
}

export async function openFakeProvider(): Promise<FakeProvider> {
  const [own, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'a', alg: 'RS256', use: 'sig' }
  const nonces = new Map<string, string>()
  const provider = {
    issuer: '',
    next: { person: {}, forgery: {} } as FakeProvider['next'],
    exchanges: [] as URLSearchParams[],
  }

  async function idToken(nonce: string): Promise<string> {
    const { person, forgery } = provider.next
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({ nonce, ...person, ...forgery.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'a' })
      .setIssuer(String(forgery.claims?.iss ?? provider.issuer))
      .setAudience((forgery.claims?.aud as string | undefined) ?? 'tidings')
      .setIssuedAt(now)
      .setExpirationTime(now + (forgery.expires_in ?? 300))
      .sign(forgery.is_forged ? other.privateKey : own.privateKey)
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', provider.issuer)
    const send = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (url.pathname === '/.well-known/openid-configuration') return void send(metadata(provider.issuer))
    if (url.pathname === '/jwks') return void send({ keys: [jwk] })
    if (url.pathname === '/auth') {
      const code = crypto.randomUUID()
      nonces.set(code, url.searchParams.get('nonce') ?? '')
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.search = String(new URLSearchParams({ code, state: url.searchParams.get('state') ?? '' }))
      return void response.writeHead(303, { location: back.href }).end()
    }
    const form = new URLSearchParams(await text(request))
    provider.exchanges.push(form)
    const id_token = await idToken(nonces.get(form.get('code') ?? '') ?? '')
    send({ access_token: 'of-the-provider', token_type: 'Bearer', expires_in: 60, id_token })
  }

  const server = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(provider, {
    async close() {
      server.closeAllConnections()
      server.close()
    },
  })
}

function metadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/out`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  }
}
