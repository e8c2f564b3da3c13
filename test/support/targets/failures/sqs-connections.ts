import { addressPolicy } from '../../../../src/deliveries/targets/network/guard.ts'
import { rawServer, receiver } from '../../servers/listening.ts'
import { type SqsAnswer, scriptedSqs, taken } from '../../servers/scripted-sqs.ts'
import { queueAt, SECRETS } from './addresses.ts'
import type { Failure, Keep } from './failure.ts'
import { closedPort, responds, TOO_LATE_MS, tlsServer } from './servers.ts'

const common = { kind: 'cloud_sqs', next: 'retried', overload: true } as const

function service(answer: SqsAnswer, timeout_ms = 10_000) {
  return {
    provoke: async (keep: Keep) => ({ ...queueAt(keep(await scriptedSqs(answer))), options: { timeout_ms } }),
  }
}

const page =
  (status: number, text: string, type = 'text/html'): SqsAnswer =>
  (response) =>
    response.writeHead(status, { 'content-type': type }).end(text)

/** No queue service at the address, or a server with other responses. */
export const sqsConnections: readonly Failure[] = [
  {
    ...common,
    id: 'sqs-proxy-page',
    cause: 'A proxy in front of the service responds with a page of its own, which is quoted without keys and address.',
    message: '{endpoint} responded 502, but not as a queue service does: <html> Bad gateway for {words}',
    remedy: 'Read the quoted words; check the proxies on the way to the service.',
    provoke: async (keep) => {
      const sqs = await scriptedSqs((response, { headers, body }) => {
        const echo = { token: headers['x-amz-security-token'], url: body.QueueUrl }
        page(502, `<html>\nBad gateway for ${JSON.stringify(echo)}`)(response, { headers, body })
      })
      const at = queueAt(keep(sqs))
      const words = `{"token":"**********dd70","url":"http://127.0.0.1:${sqs.port}"}`
      return { ...at, values: { ...at.values, words } }
    },
  },
  {
    ...common,
    id: 'sqs-not-a-queue-service',
    cause: 'The address is that of another web server.',
    message: '{endpoint} responded 404, but not as a queue service does: <html>Not Found</html>',
    remedy: 'Correct `url`: the address of a queue, not of the console or of an application.',
    overload: false,
    ...service(page(404, '<html>Not Found</html>')),
  },
  {
    ...common,
    id: 'sqs-other-json',
    cause: 'The address is that of another API.',
    message: '{endpoint} responded 404, but not as a queue service does: {"detail":"Not Found"}',
    remedy: 'Correct `url`: the address of a queue, not of the console or of an application.',
    overload: false,
    ...service(page(404, '{"detail":"Not Found"}', 'application/json')),
  },
  {
    ...common,
    id: 'sqs-web-page',
    cause: 'The address is that of a web page, which responds 200.',
    message: '{endpoint} responded 200, but not as a queue service does: <html>Welcome</html>',
    remedy: 'Correct `url`: the address of a queue, not of the console or of an application.',
    overload: false,
    ...service(page(200, '<html>Welcome</html>')),
  },
  {
    ...common,
    id: 'sqs-xml',
    cause: 'An older stand-in for Amazon SQS knows only the query protocol, and responds in XML.',
    message:
      '{endpoint} responded 400, but not as a queue service does: <?xml version="1.0"?><ErrorResponse><Error>' +
      '<Code>InvalidAction</Code></Error></ErrorResponse>',
    remedy: 'Use a version of it that speaks the JSON protocol.',
    overload: false,
    ...service(
      page(
        400,
        `<?xml version="1.0"?><ErrorResponse><Error><Code>InvalidAction</Code></Error></ErrorResponse>`,
        'text/xml',
      ),
    ),
  },
  {
    ...common,
    id: 'sqs-redirect',
    cause: 'The address redirects, most often from `http://` to `https://`.',
    message: '{endpoint} responded 301, but not as a queue service does (without a body)',
    remedy: 'Use the address that the header `location` of the response names, most often with `https://`.',
    overload: false,
    ...service((response) => response.writeHead(301, { location: `https://other.example/${SECRETS.path}` }).end()),
  },
  {
    ...common,
    id: 'sqs-not-mentioned',
    cause: 'The service responds with a success that does not name the message.',
    message: 'The queue service at {endpoint} does not mention this message in its response',
    remedy: 'Report it to who runs the service: it does not follow the protocol.',
    ...service(page(200, '{"Successful":[]}', 'application/x-amz-json-1.0')),
  },
  {
    ...common,
    id: 'sqs-checksum',
    cause: 'The service confirms another text than was sent: its MD5 differs.',
    message: '{endpoint} confirmed other messages than it was sent: a proxy on the way may change them',
    remedy: 'Check what stands between: a proxy that rewrites bodies, or a service that does not follow the protocol.',
    ...service((response, { body }) => {
      const Successful = body.Entries.map((entry) => taken({ ...entry, MessageBody: 'another' }))
      page(200, JSON.stringify({ Successful }), 'application/x-amz-json-1.0')(response, { headers: {}, body })
    }),
  },
  {
    ...common,
    id: 'sqs-endless',
    cause: 'The response is longer than 256 KiB.',
    message: '{endpoint} sent a longer response than a queue service would: check the url',
    remedy: 'Correct `url`: another service answers there.',
    ...service(page(200, ' '.repeat(300_000), 'application/x-amz-json-1.0')),
  },
  {
    ...common,
    id: 'sqs-no-response',
    cause: 'The service takes the request and does not respond in time; the same where no connection is established.',
    message: 'The queue service at {endpoint} did not respond within {timeout}',
    remedy: 'Check the network on the way; the message may have arrived and is sent again.',
    ...service(() => {}, TOO_LATE_MS),
  },
  {
    ...common,
    id: 'sqs-refused',
    cause: 'Nothing listens at the port of the address.',
    message: 'Connection refused by {endpoint}: no server listens on this port',
    remedy: 'Correct `url`, or start the service.',
    provoke: async () => queueAt({ port: await closedPort() }),
  },
  {
    ...common,
    id: 'sqs-reset',
    cause: 'The service closes the connection before its response.',
    message: '{endpoint} closed the connection before its response was complete: see its log',
    remedy: 'Check what stands between; the message may have arrived and is sent again.',
    provoke: async (keep) =>
      queueAt(keep(await rawServer((socket) => void socket.once('data', () => socket.destroy())))),
  },
  {
    ...common,
    id: 'sqs-not-http',
    cause: 'Another service listens at the port, such as a broker.',
    message: '{endpoint} responded with something that is not valid HTTP/1.1: check the port, and the server behind it',
    remedy: 'Correct the port in `url`.',
    provoke: async (keep) => queueAt(keep(await rawServer(responds('AMQP\0\0\u0009\u0001')))),
  },
  {
    ...common,
    id: 'sqs-content-length',
    cause: 'The service, or a proxy in front of it, sends `content-length` twice.',
    message: '{endpoint} responded 200 with something that is not valid HTTP/1.1: it sends Content-Length twice',
    remedy: 'Let it send `content-length` once; the message may have arrived and is sent again.',
    provoke: async (keep) =>
      queueAt(keep(await rawServer(responds('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\n{}')))),
  },
  {
    ...common,
    id: 'sqs-name-not-found',
    cause: 'The name in the address does not exist, most often because of a misspelt region.',
    message:
      'The name of {endpoint} does not resolve to an address that deliveries may reach: check its spelling; if it is a ' +
      'private one, an operator can allow it with TIDINGS_ALLOW_NETWORKS or TIDINGS_ALLOW_HOSTS',
    remedy: 'Correct `url`; a private endpoint of the service has to be allowed by an operator.',
    provoke: async () => ({
      ...queueAt({ port: 443, host: 'sqs.eu-wset-1.example', scheme: 'https' }),
      options: {
        policy: addressPolicy({ networks: [], hosts: [] }),
        resolver: (_, __, callback) => callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []),
      },
    }),
  },
  {
    ...common,
    id: 'sqs-tls-to-http',
    cause: 'The address begins with `https://`, and the service speaks plain HTTP on this port.',
    message: 'No secure connection to {endpoint}: the endpoint does not speak TLS on this port',
    remedy: 'Use `http://` in `url`, or the port that speaks TLS.',
    provoke: async (keep) => queueAt({ ...keep(await receiver()), host: 'receiver.example', scheme: 'https' }),
  },
  {
    ...common,
    id: 'sqs-certificate',
    cause: 'The certificate of the service is signed by itself.',
    message: 'No secure connection to {endpoint}: the certificate is self-signed, so it is not trusted here',
    remedy: 'Use a certificate of a public authority, or have an operator add this one with `NODE_EXTRA_CA_CERTS`.',
    provoke: async (keep) =>
      queueAt({ ...(await tlsServer(keep, 'receiver')), host: 'receiver.example', scheme: 'https' }),
  },
]
