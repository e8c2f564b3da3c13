import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A proxy for a queue server, which can throttle on the server's behalf. */
export type Relay = {
  port: number
  /** Throttles every second request with the error that Amazon SQS uses. */
  throttle(is: 'on' | 'off'): void
  throttled(): number
  /** Number of messages that the server has confirmed. */
  confirmed(): number
  close(): Promise<void>
}

const THROTTLED = JSON.stringify({ __type: 'com.amazonaws.sqs#RequestThrottled', message: 'The request was denied.' })

export async function startRelay(server_port: number): Promise<Relay> {
  let state: 'on' | 'off' = 'off'
  let requests = 0
  let throttled = 0
  let confirmed = 0
  const count = (body: string) => {
    confirmed += (JSON.parse(body).Successful ?? []).length
  }
  const relay = createServer((incoming, outgoing) => {
    requests += 1
    if (state === 'off' || requests % 2 === 0) return pass(incoming, outgoing, { port: server_port, count })
    throttled += 1
    incoming.resume().once('end', () => {
      outgoing.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(THROTTLED)
    })
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  return {
    port: (relay.address() as AddressInfo).port,
    throttle(is) {
      state = is
    },
    throttled: () => throttled,
    confirmed: () => confirmed,
    async close() {
      relay.close()
      relay.closeAllConnections()
      await once(relay, 'close')
    },
  }
}

type Server = { port: number; count: (body: string) => void }

/** If the server is down, the relay closes the connection, as the server would. */
function pass(incoming: IncomingMessage, outgoing: ServerResponse, { port, count }: Server): void {
  const { method, url, headers } = incoming
  const forwarded = request({ host: '127.0.0.1', port, method, path: url, headers }, async (response) => {
    const status = response.statusCode ?? 502
    const body = await text(response).catch(() => null)
    if (status === 200 && body !== null) count(body)
    if (body === null) outgoing.destroy()
    else outgoing.writeHead(status, response.headers).end(body)
  })
  forwarded.once('error', () => outgoing.destroy())
  incoming.pipe(forwarded)
}
