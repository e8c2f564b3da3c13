import type { ServerResponse } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import { listening, rawServer, receiver } from '../../servers/listening.ts'
import { SECRETS, webhookAt } from './addresses.ts'
import type { Failure, Keep } from './failure.ts'
import { responds, TOO_LATE_MS } from './servers.ts'

const common = { kind: 'webhook', next: 'retried' } as const

const answering = (answer: (response: ServerResponse) => void) => ({
  provoke: async (keep: Keep) => {
    const server = await receiver((request, response) => {
      // Some receivers echo what they got.
      response.setHeader('x-echo', request.headers.authorization ?? '')
      answer(response)
    })
    return webhookAt(keep(server))
  },
})

const status = (code: number, headers: Record<string, string> = {}) =>
  answering((response) => response.writeHead(code, headers).end(`${SECRETS.token} is not known here`))

const raw = (bytes: string | Buffer, timeout_ms = 10_000) => ({
  provoke: async (keep: Keep) => ({
    ...webhookAt(keep(await rawServer(responds(bytes)))),
    options: { timeout_ms },
  }),
})

const outside = (code: string) => `Received a status code outside of 2xx range (${code}) - treating webhook as a fail`

export const webhookResponses: readonly Failure[] = [
  {
    ...common,
    id: 'webhook-redirect',
    cause: 'The receiver redirects to another address.',
    message: 'Redirects are not followed (301 to https://www.receiver.example) - treating webhook as a fail',
    remedy: 'Set `url` to the address in the header `location` of the logged response.',
    overload: false,
    ...status(301, {
      location: `https://user:${SECRETS.password}@www.receiver.example/${SECRETS.path}?t=${SECRETS.query}`,
    }),
  },
  {
    ...common,
    id: 'webhook-redirect-same-host',
    cause: 'The receiver redirects to another path of the same host, for example to one with a slash at its end.',
    message: 'Redirects are not followed (308 to another path of the same host) - treating webhook as a fail',
    remedy: 'Set `url` to the address in the header `location` of the logged response.',
    overload: false,
    ...status(308, { location: `/${SECRETS.path}/?token=${SECRETS.query}` }),
  },
  {
    ...common,
    id: 'webhook-401',
    cause: 'The receiver does not accept what identifies the sender.',
    message: outside('401 Unauthorized'),
    remedy: 'Correct `headers`, `authentication` or `secret_key`. An OAuth 2.0 token is requested anew by itself.',
    overload: false,
    ...status(401),
  },
  {
    ...common,
    id: 'webhook-404',
    cause: 'The receiver does not know the path of the address.',
    message: outside('404 Not Found'),
    remedy: 'Correct the path in `url`, or add the route to the receiver.',
    overload: false,
    ...status(404),
  },
  {
    ...common,
    id: 'webhook-410',
    cause: 'The receiver responds that it is gone for good.',
    message: outside('410 Gone'),
    remedy: 'The integration is disabled at once. Correct `url` and enable it again.',
    next: 'final',
    overload: false,
    ...status(410),
  },
  {
    ...common,
    id: 'webhook-429',
    cause: 'The receiver responds that there are too many requests, with `Retry-After`.',
    message: outside('429 Too Many Requests'),
    remedy: 'Nothing: deliveries slow down and wait as long as it says. Raise the limit of the receiver if it lasts.',
    overload: true,
    ...status(429, { 'retry-after': '30' }),
  },
  {
    ...common,
    id: 'webhook-500',
    cause: 'The receiver fails.',
    message: outside('500 Internal Server Error'),
    remedy: 'Read the body of the logged response, and the log of the receiver.',
    overload: true,
    ...status(500),
  },
  {
    ...common,
    id: 'webhook-502',
    cause: 'A proxy in front of the receiver does not reach it.',
    message: outside('502 Bad Gateway'),
    remedy: 'Check that the receiver runs, and the proxy in front of it.',
    overload: true,
    ...status(502),
  },
  {
    ...common,
    id: 'webhook-no-response',
    cause: 'The receiver takes the request and does not respond in time.',
    message: '{endpoint} did not respond within {timeout}: it should respond first, and do its work afterwards',
    remedy: 'Let the receiver store the event, respond, and process it afterwards.',
    overload: true,
    provoke: async (keep) => ({ ...webhookAt(keep(await receiver(() => {}))), options: { timeout_ms: TOO_LATE_MS } }),
  },
  {
    ...common,
    id: 'webhook-endless-response',
    cause: 'The receiver responds, and its response does not end in time.',
    message: '{endpoint} responded 200, but its response did not end within {timeout}',
    remedy: 'Let the receiver end its response; check `content-length`.',
    overload: true,
    provoke: async (keep) => {
      const server = await receiver((_, response) => void response.writeHead(200).write('beginning'))
      return { ...webhookAt(keep(server)), options: { timeout_ms: TOO_LATE_MS } }
    },
  },
  {
    ...common,
    id: 'webhook-truncated',
    cause: 'The receiver closes the connection within its response, also one with a 2xx.',
    message: '{endpoint} closed the connection before its response was complete: see its log',
    remedy: 'Look into the log of the receiver, and of the proxy in front of it; check `content-length`.',
    overload: true,
    ...raw('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'),
  },
  {
    ...common,
    id: 'webhook-headers-too-large',
    cause: 'The receiver responds with more than 16 KiB of headers.',
    message: '{endpoint} responded 200 with something that is not valid HTTP/1.1: its headers are too large',
    remedy: 'Send fewer or shorter headers, most often cookies.',
    overload: true,
    ...raw(`HTTP/1.1 200 OK\r\nx-large: ${'y'.repeat(20_000)}\r\n\r\n`),
  },
  {
    ...common,
    id: 'webhook-too-many-headers',
    cause: 'The receiver responds with more than 500 lines of headers.',
    message: '{endpoint} responded 200 with something that is not valid HTTP/1.1: its headers are too many or too long',
    remedy: 'Send fewer or shorter headers.',
    overload: true,
    ...raw(`HTTP/1.1 200 OK\r\n${'a:\r\n'.repeat(2_000)}`),
  },
  {
    ...common,
    id: 'webhook-content-length-twice',
    cause:
      'The receiver, or a proxy in front of it, sends `content-length` twice. RFC 9110 lets a client accept equal ones; the ' +
      'parser of this one does not.',
    message: '{endpoint} responded 200 with something that is not valid HTTP/1.1: it sends Content-Length twice',
    remedy: 'Let the receiver send `content-length` once; the event itself may have been applied.',
    overload: true,
    ...raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\nok'),
  },
  {
    ...common,
    id: 'webhook-content-length',
    cause: 'The same after more than 1 KiB of headers, or the length is not that of the body.',
    message:
      '{endpoint} responded 200 with something that is not valid HTTP/1.1: its content-length is repeated, or differs from its body',
    remedy: 'Let the receiver send `content-length` once; the event itself may have been applied.',
    overload: true,
    ...raw(`HTTP/1.1 200 OK\r\nx-long: ${'y'.repeat(1_024)}\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\nok`),
  },
  {
    ...common,
    id: 'webhook-not-http',
    cause: 'Another service listens at the port, such as SSH.',
    message: '{endpoint} responded with something that is not valid HTTP/1.1: check the port, and the server behind it',
    remedy: 'Correct the port in `url`.',
    overload: true,
    ...raw('SSH-2.0-OpenSSH_9.6\r\n'),
  },
  {
    ...common,
    id: 'webhook-tls-alert',
    cause: 'The address begins with `http://`, and the receiver responds as TLS does.',
    message: '{endpoint} responded with something that is not valid HTTP/1.1: it speaks TLS, use https://',
    remedy: 'Use `https://` in `url`.',
    overload: true,
    ...raw(Buffer.from('15030100020246', 'hex')),
  },
  {
    ...common,
    id: 'webhook-plain-http2-only',
    cause: 'The receiver speaks HTTP/2 only, without TLS.',
    message: '{endpoint} responded with something that is not valid HTTP/1.1: it speaks HTTP/2 only',
    remedy: 'Let the receiver, or the proxy in front of it, accept HTTP/1.1.',
    overload: true,
    provoke: async (keep) => webhookAt(keep(await listening(createHttp2Server()))),
  },
]
