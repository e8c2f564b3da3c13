import type { Provocation, RealBroker } from './failure.ts'

/** Secrets in the configuration of every failing integration. No error message may contain them. */
export const SECRETS = {
  path: 'path-4f1cb2',
  query: 'query-a90d3e',
  signing: 'signing-b7720c',
  header: 'header-51e8d4',
  token: 'token-07be19',
  client_secret: 'client-secret-c3f6',
  access_key_id: 'AKID7Q2M4X9L',
  secret_access_key: 'secret-access-e48a',
  session_token: 'session-92dd70',
  password: 'password-6b13f5',
} as const

const PRIVATE_PART = `/${SECRETS.path}?token=${SECRETS.query}`

type At = { port: number; host?: string; scheme?: 'http' | 'https' }

/** A webhook with a secret in every possible member. */
export function webhookAt({ port, host = '127.0.0.1', scheme = 'http' }: At, more: object = {}): Provocation {
  return {
    configuration: {
      url: `${scheme}://user:${SECRETS.password}@${host}:${port}${PRIVATE_PART}`,
      secret_key: SECRETS.signing,
      headers: { 'X-Api-Key': SECRETS.header },
      authentication: { type: 'bearer', token: SECRETS.token },
      ...more,
    },
    values: { endpoint: `${host}:${port}` },
  }
}

/** A webhook whose token is requested at this port. */
export function tokenFrom({ port, host = '127.0.0.1', scheme = 'http' }: At): Provocation {
  const token_url = `${scheme}://${host}:${port}${PRIVATE_PART}`
  const client = { client_id: 'tidings', client_secret: SECRETS.client_secret }
  const authentication = { type: 'oauth2_client_credentials', token_url, ...client }
  return {
    ...webhookAt({ port: 1, host: 'receiver.example' }, { authentication }),
    values: { endpoint: `${host}:${port}` },
  }
}

/** A queue with all keys, and with secrets in its address. */
export function queueAt({ port, host = '127.0.0.1', scheme = 'http' }: At, more: object = {}): Provocation {
  const { access_key_id, secret_access_key, session_token } = SECRETS
  const url = `${scheme}://user:${SECRETS.password}@${host}:${port}/000000000000${PRIVATE_PART}`
  return {
    configuration: { url, region: 'eu-west-1', access_key_id, secret_access_key, session_token, ...more },
    values: { endpoint: `${host}:${port}` },
  }
}

/** A queue of brokers at these ports; `endpoint` is the first. */
export function brokerAt(
  ports: readonly number[],
  { hostname = '127.0.0.1', scheme = 'stomp', ...more }: BrokerAt = {},
): Provocation {
  const [first = 0] = ports
  return {
    configuration: {
      addresses: ports.map((port) => `${scheme}://${hostname}:${port}`),
      destination: '/queue/events',
      username: 'tidings',
      password: SECRETS.password,
      ...more,
    },
    values: { endpoint: `${hostname}:${first}` },
  }
}

type BrokerAt = { hostname?: string; scheme?: 'stomp' | 'stomp+ssl' } & Record<string, unknown>

export function realBrokerAt({ port, username, password }: RealBroker, more: object = {}): Provocation {
  const login = { username, password }
  return { ...brokerAt([port], { ...login, ...more }) }
}
