import { createServer, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { listening, receiver } from '../servers/listening.ts'
import { connected, scriptedBroker } from '../servers/scripted-broker.ts'
import { refuse, reply, type SqsAnswer, scriptedSqs } from '../servers/scripted-sqs.ts'

/** A target that responds with text that databases cannot store, or that logs must truncate. */
export type HostileTarget = {
  integration_type: 'webhook' | 'cloud_sqs' | 'stomp'
  configuration: Record<string, unknown>
  close(): Promise<void>
}

const LONG = 'z'.repeat(1_000_000)

async function queue(answer: SqsAnswer): Promise<HostileTarget> {
  const { queue: address, close } = await scriptedSqs(answer)
  const { url, region } = address
  const configuration = { url, region, access_key_id: 'AKIDEXAMPLE', secret_access_key: 'secret-of-the-test' }
  return { integration_type: 'cloud_sqs', configuration, close }
}

async function webhook(answer: (response: ServerResponse) => void): Promise<HostileTarget> {
  const { url, close } = await receiver((_, response) => answer(response))
  return { integration_type: 'webhook', configuration: { url }, close }
}

async function tokenEndpoint(error_description: string): Promise<HostileTarget> {
  const server = createServer((_, response) =>
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: 'invalid_client', error_description })),
  )
  const { port, close } = await listening(server)
  const url = `http://127.0.0.1:${port}`
  const client = { client_id: 'id', client_secret: 'a secret of the test' }
  const authentication = { type: 'oauth2_client_credentials', token_url: `${url}/token`, ...client }
  return { integration_type: 'webhook', configuration: { url, authentication }, close }
}

async function broker(frame: string): Promise<HostileTarget> {
  const { address, close } = await scriptedBroker({ login: connected(), take: (say) => say(frame) })
  return { integration_type: 'stomp', configuration: { addresses: [address], destination: '/queue/a' }, close }
}

/** Each function opens a target of its own. */
export const HOSTILE_TEXTS: Readonly<Record<string, () => Promise<HostileTarget>>> = {
  'a compressed error page before a queue': () =>
    queue((response) =>
      response.writeHead(502, { 'content-encoding': 'gzip' }).end(gzipSync('<html>Bad gateway</html>')),
    ),
  'U+0000 in the refusal of a message': () =>
    queue((response) => {
      const failed = { Id: '0', Code: 'InternalError', Message: 'a\0b \ud800', SenderFault: false }
      reply(response, 200, { Successful: [], Failed: [failed] })
    }),
  'U+0000 in the refusal of a request': () => queue(refuse(400, 'QueueDoesNotExist', 'queue \0 x')),
  'a megabyte in the refusal of a request': () => queue(refuse(400, 'QueueDoesNotExist', `\0${LONG}`)),
  'U+0000 in the refusal of a token': () => tokenEndpoint('who \0 is it'),
  'a megabyte in the refusal of a token': () => tokenEndpoint(`\0${LONG}`),
  'U+0000 in the body of a response': () => webhook((response) => response.writeHead(500).end(`a\0b${LONG}`)),
  'bytes beyond ASCII in the headers of a response': () =>
    webhook((response) => {
      response.socket?.end('HTTP/1.1 500 \xff\r\nx-\xe9: \xff\xfe\r\ncontent-length: 1\r\n\r\n\0', 'latin1')
    }),
  'headers that are not valid': () =>
    webhook((response) => {
      response.socket?.end('HTTP/1.1 200 OK\r\nx-a: b\0c\r\n: d\r\ncontent-length: x\r\n\r\n', 'latin1')
    }),
  'U+0000 in the error of a broker': () => broker('ERROR\nmessage:no \ud800 queue\ncontent-length:6\n\nwho\0me\0'),
  'a megabyte in the error of a broker': () => broker(`ERROR\nmessage:${LONG}\n\n${LONG}\0`),
}
