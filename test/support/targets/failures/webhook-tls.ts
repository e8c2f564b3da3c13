import { createSecureServer } from 'node:http2'
import { listening, rawServer, receiver } from '../../servers/listening.ts'
import { PRIVATE_KEY } from '../../servers/tls.ts'
import { webhookAt } from './addresses.ts'
import type { Failure, Keep } from './failure.ts'
import { type Certificate, certificate, responds, tlsServer } from './servers.ts'

const HOST = 'receiver.example'
const PUBLIC = 'Use a certificate of a public authority, or have an operator add this one with `NODE_EXTRA_CA_CERTS`.'

const common = { kind: 'webhook', next: 'retried', overload: true } as const

const withCertificate = (name: Certificate, host = HOST) => ({
  provoke: async (keep: Keep) => webhookAt({ ...(await tlsServer(keep, name)), host, scheme: 'https' }),
})

/** A receiver that ends each handshake with this fatal alert (RFC 8446, section 6). */
const withAlert = (description: number) => ({
  provoke: async (keep: Keep) => {
    const alert = Buffer.of(21, 3, 3, 0, 2, 2, description)
    return webhookAt({ ...keep(await rawServer(responds(alert))), host: HOST, scheme: 'https' })
  },
})

/** Unsupported TLS, or a receiver that cannot prove its identity. */
export const webhookTls: readonly Failure[] = [
  {
    ...common,
    id: 'webhook-certificate-expired',
    cause: 'The certificate of the receiver has expired.',
    message: 'No secure connection to {endpoint}: the certificate has expired, renew it',
    remedy: 'Renew the certificate, and reload the server that presents it.',
    ...withCertificate('expired'),
  },
  {
    ...common,
    id: 'webhook-certificate-future',
    cause: 'The certificate of the receiver begins to be valid later.',
    message:
      'No secure connection to {endpoint}: the certificate is not valid yet, or the clock of this machine is wrong',
    remedy: 'Present a certificate that is valid now, or have an operator synchronize the clock.',
    ...withCertificate('future'),
  },
  {
    ...common,
    id: 'webhook-certificate-name',
    cause: 'The certificate of the receiver is for another name than that in the address.',
    message: 'No secure connection to {endpoint}: the certificate is for another name (receiver.example)',
    remedy: 'Use a name of the certificate in `url`, or a certificate that names the host.',
    ...withCertificate('trusted', 'other.example'),
  },
  {
    ...common,
    id: 'webhook-certificate-self-signed',
    cause: 'The certificate of the receiver is signed by itself.',
    message: 'No secure connection to {endpoint}: the certificate is self-signed, so it is not trusted here',
    remedy: PUBLIC,
    ...withCertificate('receiver'),
  },
  {
    ...common,
    id: 'webhook-certificate-authority',
    cause:
      'The certificate of the receiver is signed by an authority that is not trusted, which the receiver sends too.',
    message: 'No secure connection to {endpoint}: the certificate chain ends in an authority that is not trusted here',
    remedy: PUBLIC,
    ...withCertificate('stranger'),
  },
  {
    ...common,
    id: 'webhook-certificate-intermediate',
    cause: 'The receiver sends its own certificate without the intermediate ones.',
    message:
      'No secure connection to {endpoint}: the endpoint does not send the intermediate certificates, or its authority is ' +
      'not trusted here',
    remedy: 'Configure the whole chain (often called `fullchain`) at the receiver.',
    ...withCertificate('orphan'),
  },
  {
    ...common,
    id: 'webhook-client-certificate',
    cause: 'The receiver requires a certificate of its client.',
    message:
      'No secure connection to {endpoint}: the endpoint requires a client certificate: put one and its key into ' +
      'client_certificate of the configuration',
    remedy: 'Set `client_certificate`, or let the receiver accept connections without one.',
    ...withAlert(116),
  },
  {
    ...common,
    id: 'webhook-handshake-refused',
    cause: 'The receiver ends the handshake with the alert `handshake_failure`.',
    message:
      'No secure connection to {endpoint}: the endpoint refused the handshake: it may require a client certificate ' +
      '(client_certificate of the configuration), or another version or cipher of TLS',
    remedy: 'Look into the log of the receiver; set `client_certificate`, or let it accept usual ciphers.',
    ...withAlert(40),
  },
  {
    ...common,
    id: 'webhook-old-tls',
    cause: 'The receiver speaks only versions of TLS before 1.2.',
    message: 'No secure connection to {endpoint}: the endpoint does not speak TLS 1.2 or 1.3',
    remedy: 'Enable TLS 1.2 or 1.3 at the receiver.',
    provoke: async (keep) => {
      const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
      return webhookAt({ ...(await tlsServer(keep, 'trusted', old)), host: HOST, scheme: 'https' })
    },
  },
  {
    ...common,
    id: 'webhook-http2-only',
    cause: 'The receiver speaks HTTP/2 only.',
    message: 'No secure connection to {endpoint}: the endpoint does not accept HTTP/1.1',
    remedy: 'Let the receiver, or the proxy in front of it, accept HTTP/1.1.',
    provoke: async (keep) => {
      const server = createSecureServer({ cert: certificate('trusted'), key: PRIVATE_KEY, allowHTTP1: false })
      return webhookAt({ ...keep(await listening(server)), host: HOST, scheme: 'https' })
    },
  },
  {
    ...common,
    id: 'webhook-tls-to-http',
    cause: 'The address begins with `https://`, and the receiver speaks plain HTTP on this port.',
    message: 'No secure connection to {endpoint}: the endpoint does not speak TLS on this port',
    remedy: 'Use the port of the receiver that speaks TLS, or an address with `http://`.',
    provoke: async (keep) => webhookAt({ ...keep(await receiver()), host: HOST, scheme: 'https' }),
  },
  {
    ...common,
    id: 'webhook-closed-in-handshake',
    cause: 'The receiver closes the connection during the TLS handshake.',
    message:
      'No secure connection to {endpoint}: the connection was closed during the TLS handshake, see the log of the endpoint',
    remedy: 'Check the port in `url`, and the TLS settings of the receiver.',
    provoke: async (keep) => {
      const server = await rawServer((socket) => void socket.once('data', () => socket.end()))
      return webhookAt({ ...keep(server), host: HOST, scheme: 'https' })
    },
  },
  {
    ...common,
    id: 'webhook-http-to-tls',
    cause: 'The address begins with `http://`, and the receiver speaks TLS on this port.',
    message: '{endpoint} closed the connection before its response was complete: see its log',
    remedy: 'Use `https://` in `url`.',
    provoke: async (keep) => webhookAt({ ...(await tlsServer(keep, 'trusted')), host: HOST }),
  },
]
