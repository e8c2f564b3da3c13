import { addressPolicy, type Resolver } from '../../../../src/deliveries/targets/network/guard.ts'
import { rawServer, receiver } from '../../servers/listening.ts'
import { openProxy } from '../../servers/proxy.ts'
import { webhookAt } from './addresses.ts'
import type { Failure, Keep } from './failure.ts'
import { closedPort, fullPort, TOO_LATE_MS } from './servers.ts'

const NONE_ALLOWED = { networks: [], hosts: [] }
const HOST = 'receiver.example'

const common = { kind: 'webhook', next: 'retried', overload: true } as const

const behindProxy = (status: string) => ({
  provoke: async (keep: Keep) => {
    const { url } = keep(await openProxy(`HTTP/1.1 ${status}\r\n\r\n`))
    return { ...webhookAt({ host: HOST, port: 443 }), options: { proxy: url } }
  },
})

/** Connections that cannot be established, or break. */
export const webhookConnections: readonly Failure[] = [
  {
    ...common,
    id: 'webhook-no-such-name',
    cause: 'The name in the address does not exist, or resolves to a private address that is not allowed.',
    message:
      'The name of {endpoint} does not resolve to an address that deliveries may reach: check its spelling; if it is a ' +
      'private one, an operator can allow it with TIDINGS_ALLOW_NETWORKS or TIDINGS_ALLOW_HOSTS',
    remedy: 'Correct the name in `url`, or publish it in the DNS; a private one has to be allowed by an operator.',
    provoke: async () => ({
      ...webhookAt({ host: HOST, port: 443 }),
      options: { policy: addressPolicy(NONE_ALLOWED), resolver: failing('ENOTFOUND') },
    }),
  },
  {
    ...common,
    id: 'webhook-no-such-name-explained',
    cause: 'The name in the address does not exist; `TIDINGS_EXPLAIN_REFUSALS` is set.',
    message: 'The name of {endpoint} could not be resolved (ENOTFOUND): check its spelling',
    remedy: 'Correct the name in `url`, or publish it in the DNS.',
    provoke: async () => ({
      ...webhookAt({ host: HOST, port: 443 }),
      options: { policy: addressPolicy({ ...NONE_ALLOWED, refusals: 'explained' }), resolver: failing('ENOTFOUND') },
    }),
  },
  {
    ...common,
    id: 'webhook-name-server-fails',
    cause: 'The name server fails or does not respond; `TIDINGS_EXPLAIN_REFUSALS` is set.',
    message: 'The name of {endpoint} could not be resolved (EAI_AGAIN): the name server failed or did not respond',
    remedy: 'An operator checks the name servers of the machine, or sets `TIDINGS_DNS_SERVERS`.',
    provoke: async () => ({
      ...webhookAt({ host: HOST, port: 443 }),
      options: { policy: addressPolicy({ ...NONE_ALLOWED, refusals: 'explained' }), resolver: failing('EAI_AGAIN') },
    }),
  },
  {
    ...common,
    id: 'webhook-private-name',
    cause: 'The name resolves to a private address; `TIDINGS_EXPLAIN_REFUSALS` is set.',
    message:
      'receiver.example resolves to a private or reserved address; an operator can allow it with ' +
      'TIDINGS_ALLOW_NETWORKS or TIDINGS_ALLOW_HOSTS',
    remedy: 'Use a public address, or have an operator allow this one.',
    provoke: async () => ({
      ...webhookAt({ host: HOST, port: 443 }),
      options: { policy: addressPolicy({ ...NONE_ALLOWED, refusals: 'explained' }) },
    }),
  },
  {
    ...common,
    id: 'webhook-private-address',
    cause: 'The address is a private one, written as numbers.',
    message:
      '127.0.0.1 is a private or reserved address; an operator can allow it with TIDINGS_ALLOW_NETWORKS or ' +
      'TIDINGS_ALLOW_HOSTS',
    remedy: 'Use a public address, or have an operator allow this one.',
    provoke: async () => ({ ...webhookAt({ port: 80 }), options: { policy: addressPolicy(NONE_ALLOWED) } }),
  },
  {
    ...common,
    id: 'webhook-refused',
    cause: 'Nothing listens at the port of the address.',
    message: 'Connection refused by {endpoint}: no server listens on this port',
    remedy: 'Start the receiver, or correct the port in `url`.',
    provoke: async () => webhookAt({ port: await closedPort() }),
  },
  {
    ...common,
    id: 'webhook-unreachable',
    cause: 'The network has no route to the address.',
    message: '{endpoint} cannot be reached from here ({code}): check the routes and firewalls on the way',
    remedy: 'An operator checks the network of the machine that delivers.',
    provoke: async () => {
      const at = webhookAt({ host: '224.0.0.1', port: 80 })
      const policy = addressPolicy({ networks: ['224.0.0.1'], hosts: [] })
      return { ...at, options: { policy }, values: { ...at.values, code: 'ENETUNREACH' } }
    },
  },
  {
    ...common,
    id: 'webhook-no-connection',
    cause: 'The connection is never established: a firewall drops the packets, or the receiver does not accept it.',
    message:
      'No connection to {endpoint} within {timeout}: check its address, the firewalls on the way, and whether it ' +
      'completes TLS handshakes',
    remedy: 'Open the port for the machines that deliver, or correct `url`.',
    provoke: async (keep) => ({ ...webhookAt({ port: await fullPort(keep) }), options: { timeout_ms: TOO_LATE_MS } }),
  },
  {
    ...common,
    id: 'webhook-no-handshake',
    cause: 'The receiver accepts the connection and does not respond to the TLS handshake.',
    message:
      'No connection to {endpoint} within {timeout}: check its address, the firewalls on the way, and whether it ' +
      'completes TLS handshakes',
    remedy: 'Use the port of the receiver that speaks TLS, or an address with `http://`.',
    provoke: async (keep) => {
      const { port } = keep(await rawServer((socket) => void socket.resume()))
      return { ...webhookAt({ port, host: HOST, scheme: 'https' }), options: { timeout_ms: TOO_LATE_MS } }
    },
  },
  {
    ...common,
    id: 'webhook-reset',
    cause: 'The receiver, or a proxy in front of it, resets the connection before its response.',
    message: '{endpoint} closed the connection before its response was complete: see its log',
    remedy: 'Look into the log of the receiver, and of the proxy in front of it, for the time of the attempt.',
    provoke: async (keep) => {
      const server = await rawServer((socket) => void socket.once('data', () => socket.resetAndDestroy()))
      return webhookAt(keep(server))
    },
  },
  {
    ...common,
    id: 'webhook-proxy-unreachable',
    cause: 'The forward proxy is not running.',
    message: 'The forward proxy cannot be reached ({code}): an operator should check TIDINGS_OUTGOING_PROXY',
    remedy: 'An operator starts the proxy or corrects the setting.',
    provoke: async () => {
      const proxy = new URL(`http://127.0.0.1:${await closedPort()}`)
      return { ...webhookAt({ host: HOST, port: 80 }), options: { proxy }, values: { code: 'ECONNREFUSED' } }
    },
  },
  {
    ...common,
    id: 'webhook-proxy-authentication',
    cause: 'The forward proxy requires a user and password, or does not accept those of the setting.',
    message:
      'The forward proxy responded 407 to the request for {endpoint}: an operator should check the user and password in ' +
      'TIDINGS_OUTGOING_PROXY',
    remedy: 'An operator corrects them in `TIDINGS_OUTGOING_PROXY`.',
    ...behindProxy('407 Proxy Authentication Required'),
  },
  {
    ...common,
    id: 'webhook-proxy-forbids',
    cause: 'The forward proxy does not allow connections to the address or its port.',
    message: 'The forward proxy responded 403 to the request for {endpoint}: it has to allow CONNECT to it',
    remedy: 'An operator allows `CONNECT` to the address in the configuration of the proxy.',
    ...behindProxy('403 Forbidden'),
  },
  {
    ...common,
    id: 'webhook-proxy-gateway',
    cause: 'The forward proxy does not reach the receiver.',
    message: 'The forward proxy responded 502 to the request for {endpoint}: it cannot connect to it',
    remedy: 'Check that the receiver runs, and that the proxy may connect to it.',
    ...behindProxy('502 Bad Gateway'),
  },
  {
    ...common,
    id: 'webhook-shutting-down',
    cause: 'The process that delivers is being stopped.',
    message: 'Not sent: this process is shutting down',
    remedy: 'Nothing: another process, or this one after its restart, sends it.',
    provoke: async (keep) => ({
      ...webhookAt(keep(await receiver())),
      before: ({ targets }) => targets.webhook.close(),
    }),
  },
]

function failing(code: string): Resolver {
  return (_, __, callback) => callback(Object.assign(new Error('no'), { code }), [])
}
