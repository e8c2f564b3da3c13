import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** A certified OpenID Connect provider by other authors, with its log-in and consent pages. */
export async function openCertifiedProvider() {
  let handle: ReturnType<Provider['callback']> | null = null
  const server = createServer((request, response) => void handle?.(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    /**
     * Lets the client `tidings` return to this address, and to the dashboard after a log-out; every user is an admin.
     */
    admit(redirect_uri: string) {
      const client = {
        client_id: 'tidings',
        client_secret: 'a secret of the client',
        redirect_uris: [redirect_uri],
        post_logout_redirect_uris: [new URL('/dashboard/', redirect_uri).href],
        token_endpoint_auth_method: 'client_secret_post' as const,
      }
      handle = new Provider(issuer, { ...CONFIGURATION, clients: [client] }).callback()
    },
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const SECONDS = 600

const CONFIGURATION = {
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
  // Puts all claims into the ID token.
  conformIdTokenClaims: false,
  cookies: { keys: ['of a test'] },
  ttl: { Interaction: SECONDS, Session: SECONDS, Grant: SECONDS, AccessToken: SECONDS, IdToken: SECONDS },
  findAccount: async (_: unknown, sub: string) => ({
    accountId: sub,
    claims: async () => ({ sub, email: `${sub}@example.com`, email_verified: true, groups: ['admins'], name: 'Dora' }),
  }),
}
