import { addressPolicy } from '../../../../src/deliveries/targets/network/guard.ts'
import { rawServer, receiver } from '../../servers/listening.ts'
import { openProxy } from '../../servers/proxy.ts'
import { scriptedBroker } from '../../servers/scripted-broker.ts'
import { brokerAt } from './addresses.ts'
import type { Failure, Keep } from './failure.ts'
import { type Certificate, certificate, closedPort, fullPort, responds, TOO_LATE_MS, tlsServer } from './servers.ts'

const HOST = 'receiver.example'
const SECURE = { hostname: HOST, scheme: 'stomp+ssl' } as const

const common = { kind: 'stomp', next: 'retried', overload: true } as const

/** A TLS server with this certificate; the integration trusts the test authority. */
const withCertificate = (name: Certificate, hostname = HOST) => ({
  provoke: async (keep: Keep) => {
    const { port } = await tlsServer(keep, name)
    return brokerAt([port], { ...SECURE, hostname, ca: certificate('authority') })
  },
})

export const stompConnections: readonly Failure[] = [
  {
    ...common,
    id: 'stomp-name-not-found',
    cause: 'The name in the address does not exist, or resolves to a private address that is not allowed.',
    message:
      'The name of {endpoint} does not resolve to an address that deliveries may reach: check its spelling; if it is a ' +
      'private one, an operator can allow it with TIDINGS_ALLOW_NETWORKS or TIDINGS_ALLOW_HOSTS',
    remedy: 'Correct the name in `addresses`; a broker in a private network has to be allowed by an operator.',
    provoke: async () => ({
      ...brokerAt([61_613], { hostname: 'broker.example' }),
      options: { policy: addressPolicy({ networks: [], hosts: [] }) },
    }),
  },
  {
    ...common,
    id: 'stomp-private-address',
    cause: 'The address is a private one, written as numbers.',
    message:
      '127.0.0.1 is a private or reserved address; an operator can allow it with TIDINGS_ALLOW_NETWORKS or ' +
      'TIDINGS_ALLOW_HOSTS',
    remedy: 'Have an operator allow the address of the broker.',
    provoke: async () => ({ ...brokerAt([61_613]), options: { policy: addressPolicy({ networks: [], hosts: [] }) } }),
  },
  {
    ...common,
    id: 'stomp-refused',
    cause: 'Nothing listens at the port of the address.',
    message: 'Connection refused by {endpoint}: no server listens on this port',
    remedy: 'Start the broker, enable its STOMP plugin or connector, or correct the port in `addresses`.',
    provoke: async () => brokerAt([await closedPort()]),
  },
  {
    ...common,
    id: 'stomp-all-down',
    cause: 'Several addresses are given, and none of them works.',
    message:
      'None of the 2 addresses works: Connection refused by {endpoint}: no server listens on this port; Connection refused ' +
      'by {other}: no server listens on this port',
    remedy: 'As for each of the sentences, in the order of `addresses`.',
    provoke: async () => {
      const [first, second] = [await closedPort(), await closedPort()]
      const at = brokerAt([first, second])
      return { ...at, values: { ...at.values, other: `127.0.0.1:${second}` } }
    },
  },
  {
    ...common,
    id: 'stomp-no-connection',
    cause: 'The connection is never established: a firewall drops the packets, or the broker does not accept it.',
    message:
      'No connection to {endpoint} in time: check its address, the firewalls on the way, and whether it completes TLS ' +
      'handshakes',
    remedy: 'Open the port of the broker for the machines that deliver, or correct `addresses`.',
    provoke: async (keep) => ({ ...brokerAt([await fullPort(keep)]), options: { timeout_ms: TOO_LATE_MS } }),
  },
  {
    ...common,
    id: 'stomp-tls-on-plain-port',
    cause: 'The address begins with `stomp+ssl://`, and the broker expects plain STOMP on this port.',
    message:
      'No connection to {endpoint} in time: check its address, the firewalls on the way, and whether it completes TLS ' +
      'handshakes',
    remedy: 'Use the port of the broker that speaks TLS, most often 61614, or an address with `stomp://`.',
    provoke: async (keep) => {
      const { port } = keep(await scriptedBroker())
      return { ...brokerAt([port], SECURE), options: { timeout_ms: TOO_LATE_MS } }
    },
  },
  {
    ...common,
    id: 'stomp-tls-to-another-protocol',
    cause: 'The address begins with `stomp+ssl://`, and the server responds with something that is not TLS.',
    message: 'No secure connection to {endpoint}: the endpoint does not speak TLS on this port',
    remedy: 'Use the port of the broker that speaks TLS, most often 61614, or an address with `stomp://`.',
    provoke: async (keep) => {
      const { port } = keep(await rawServer(responds('AMQP\0\0\u0009\u0001')))
      return brokerAt([port], SECURE)
    },
  },
  {
    ...common,
    id: 'stomp-certificate-expired',
    cause: 'The certificate of the broker has expired.',
    message: 'No secure connection to {endpoint}: the certificate has expired, renew it',
    remedy: 'Renew the certificate, and restart the listener of the broker.',
    ...withCertificate('expired'),
  },
  {
    ...common,
    id: 'stomp-certificate-name',
    cause: 'The certificate of the broker is for another name than that in the address.',
    message: 'No secure connection to {endpoint}: the certificate is for another name (receiver.example)',
    remedy: 'Use a name of the certificate in `addresses`, or a certificate that names the host.',
    ...withCertificate('trusted', 'other.example'),
  },
  {
    ...common,
    id: 'stomp-certificate-self-signed',
    cause: 'The certificate of the broker is signed by itself, and `ca` is not it.',
    message: 'No secure connection to {endpoint}: the certificate is self-signed, so it is not trusted here',
    remedy: 'Put the certificate into `ca`.',
    ...withCertificate('receiver'),
  },
  {
    ...common,
    id: 'stomp-certificate-authority',
    cause: 'The certificate of the broker is signed by an authority that is not trusted, and `ca` is not it.',
    message: 'No secure connection to {endpoint}: the certificate chain ends in an authority that is not trusted here',
    remedy: 'Put the certificate of the authority into `ca`.',
    ...withCertificate('stranger'),
  },
  {
    ...common,
    id: 'stomp-proxy-forbids',
    cause: 'The forward proxy does not allow connections to the port of the broker.',
    message: 'The forward proxy responded 403 to the request for {endpoint}: it has to allow CONNECT to it',
    remedy: 'An operator allows `CONNECT` to the port in the configuration of the proxy.',
    provoke: async (keep) => {
      const { url } = keep(await openProxy('HTTP/1.1 403 Forbidden\r\n\r\n'))
      return { ...brokerAt([61_613], { hostname: 'broker.example' }), options: { proxy: url } }
    },
  },
  {
    ...common,
    id: 'stomp-http-port',
    cause: 'A web server listens at the port.',
    message:
      '{endpoint} closed the connection before the login: check that this is a STOMP port, and whether it requires TLS ' +
      '(stomp+ssl://)',
    remedy: 'Correct the port in `addresses`: 61613 without TLS, unless the broker is configured otherwise.',
    provoke: async (keep) => brokerAt([keep(await receiver()).port]),
  },
  {
    ...common,
    id: 'stomp-plain-to-tls',
    cause: 'The address begins with `stomp://`, and the broker speaks TLS on this port.',
    message:
      '{endpoint} closed the connection before the login: check that this is a STOMP port, and whether it requires TLS ' +
      '(stomp+ssl://)',
    remedy: 'Use `stomp+ssl://` in `addresses`.',
    provoke: async (keep) => brokerAt([(await tlsServer(keep, 'trusted')).port], { hostname: HOST }),
  },
]
