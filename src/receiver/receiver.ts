import { createServer, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { type Arrival, type Checks, judge, type Received } from './arrival.ts'

export type ReceiverOptions = {
  host: string
  port: number
  /** Deliveries wait until this promise resolves. */
  checksFor: Promise<(integration_id: string | null) => Checks>
  /** Returns the response to a delivery, which is sent after its delay. */
  respond(received: Received): Promise<Response>
  onArrival: (arrival: Arrival, response: Response) => void
}

type Response = { status: number; delay_ms: number }

export type Receiver = { port: number; close(): Promise<void> }

/** Receives webhooks on every path of an address. Rejects with the system's error if it cannot listen. */
export async function openReceiver(options: ReceiverOptions): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const received_at = Date.now()
    const body = await buffer(request).catch(() => null)
    if (body === null) return
    const { method = '', url: path = '', headers } = request
    const received = { method, path, headers, body, received_at }
    const sent = await options.respond(received)
    options.onArrival(judge(received, await options.checksFor), sent)
    await reply(response, sent)
  })
  const port = await listen(server, options)
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function reply(response: ServerResponse, { status, delay_ms }: Response): Promise<void> {
  if (delay_ms > 0) await wait(delay_ms, undefined, { ref: false })
  response.writeHead(status, { 'content-type': 'text/plain' }).end(status < 300 ? 'Received.\n' : 'Rejected.\n')
}

function listen(server: Server, { host, port }: ReceiverOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}
