import { addressPolicy } from '../../../../src/deliveries/targets/network/guard.ts'
import { receiver } from '../../servers/listening.ts'
import { SECRETS, tokenFrom } from './addresses.ts'
import type { Failure, Keep } from './failure.ts'
import { closedPort, TOO_LATE_MS, tlsServer } from './servers.ts'

const common = { kind: 'webhook', next: 'retried', overload: true } as const

const endpoint = (...answer: [status: number, type: string, body: string]) => ({
  provoke: async (keep: Keep) => {
    const [status, type, body] = answer
    const server = await receiver((_, response) => response.writeHead(status, { 'content-type': type }).end(body))
    return tokenFrom(keep(server))
  },
})

const error = (status: number, code: string, description: string) =>
  endpoint(status, 'application/json', JSON.stringify({ error: code, error_description: description }))

/** OAuth 2.0 failures without an access token, so that no request reaches the receiver. */
export const webhookTokens: readonly Failure[] = [
  {
    ...common,
    id: 'token-refused',
    cause: 'Nothing listens at the port of `token_url`.',
    message: 'No access token from {endpoint}: Connection refused by {endpoint}: no server listens on this port',
    remedy: 'Start the token endpoint, or correct `token_url`.',
    provoke: async () => tokenFrom({ port: await closedPort() }),
  },
  {
    ...common,
    id: 'token-invalid-client',
    cause: 'The token endpoint does not know the client, or not with this secret.',
    message:
      'No access token from {endpoint}: it responded 400 (invalid_client): No client with **************c3f6; check ' +
      'client_id, client_secret and client_authentication',
    remedy: 'Correct the named members; some endpoints take the secret in the body only (`client_authentication`).',
    ...error(400, 'invalid_client', `No client with ${SECRETS.client_secret}`),
  },
  {
    ...common,
    id: 'token-invalid-scope',
    cause: 'The token endpoint does not grant the scope.',
    message:
      'No access token from {endpoint}: it responded 400 (invalid_scope): Unknown scope; check scope and audience',
    remedy: 'Correct `scope` and `audience` to what the endpoint grants this client.',
    ...error(400, 'invalid_scope', 'Unknown scope'),
  },
  {
    ...common,
    id: 'token-html',
    cause: 'At `token_url` there is a web page and not a token endpoint.',
    message: 'No access token from {endpoint}: it responded 200, but not as OAuth 2.0 requires; check token_url',
    remedy: 'Correct `token_url`: often it is the page for logging in or the address of the authorization.',
    ...endpoint(200, 'text/html', '<html>Log in</html>'),
  },
  {
    ...common,
    id: 'token-other-type',
    cause: 'The token endpoint grants tokens that are bound to a key.',
    message:
      'No access token from {endpoint}: it responded 200, its token_type is DPoP, and deliveries send Bearer tokens only',
    remedy: 'Let the token endpoint grant Bearer tokens to this client.',
    ...endpoint(200, 'application/json', '{"access_token":"abc","token_type":"DPoP"}'),
  },
  {
    ...common,
    id: 'token-unfit',
    cause: 'The token endpoint grants a token with line breaks or with characters beyond ASCII.',
    message:
      'No access token from {endpoint}: it responded 200, its access_token has characters that a header cannot hold',
    remedy: 'Correct the token endpoint.',
    ...endpoint(200, 'application/json', '{"access_token":"a\\nb","token_type":"Bearer"}'),
  },
  {
    ...common,
    id: 'token-500',
    cause: 'The token endpoint fails.',
    message: 'No access token from {endpoint}: it responded 503, but not as OAuth 2.0 requires',
    remedy: 'Wait, or look into the log of the token endpoint.',
    ...endpoint(503, 'text/html', '<html>Unavailable</html>'),
  },
  {
    ...common,
    id: 'token-timeout',
    cause: 'The token endpoint does not respond within half of the time of an attempt.',
    message: 'No access token from {endpoint}: no response within {timeout}',
    remedy: 'Check the token endpoint and the network on the way to it.',
    provoke: async (keep) => {
      const at = tokenFrom(keep(await receiver(() => {})))
      return {
        ...at,
        options: { timeout_ms: TOO_LATE_MS },
        values: { ...at.values, timeout: `${TOO_LATE_MS / 2_000} seconds` },
      }
    },
  },
  {
    ...common,
    id: 'token-reset',
    cause: 'The token endpoint closes the connection.',
    message:
      'No access token from {endpoint}: {endpoint} closed the connection before its response was complete: see its log',
    remedy: 'Look into the log of the token endpoint.',
    provoke: async (keep) => tokenFrom(keep(await receiver((_, response) => response.destroy()))),
  },
  {
    ...common,
    id: 'token-blocked',
    cause: 'The token endpoint is at a private address.',
    message:
      'No access token from {endpoint}: 127.0.0.1 is a private or reserved address; an operator can allow it with ' +
      'TIDINGS_ALLOW_NETWORKS or TIDINGS_ALLOW_HOSTS',
    remedy: 'Use a public address in `token_url`, or have an operator allow this one.',
    provoke: async (keep) => ({
      ...tokenFrom(keep(await receiver())),
      options: { policy: addressPolicy({ networks: [], hosts: [] }) },
    }),
  },
  {
    ...common,
    id: 'token-certificate',
    cause: 'The certificate of the token endpoint has expired.',
    message:
      'No access token from {endpoint}: No secure connection to {endpoint}: the certificate has expired, renew it',
    remedy: 'Renew the certificate of the token endpoint.',
    provoke: async (keep) => {
      const server = await tlsServer(keep, 'expired')
      return tokenFrom({ ...server, host: 'receiver.example', scheme: 'https' })
    },
  },
]
