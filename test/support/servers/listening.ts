import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

export type Listening = {
  port: number
  url: string
  connections: number
  /** Resolves when every connection made so far has closed. */
  drained(): Promise<void>
  close(): Promise<void>
}

/** Writes raw bytes, for responses that no HTTP library would send. */
export function rawServer(onSocket: (socket: Socket) => void): Promise<Listening> {
  return listening(createServer(onSocket))
}

export type Received = { headers: IncomingMessage['headers']; path: string; body: string }

/** Reads and records each request in full, then responds by the handler. */
export async function receiver(
  answer: RequestListener = (_, response) => response.end('ok'),
): Promise<Listening & { received: Received[] }> {
  const received: Received[] = []
  const server = createHttpServer(async (request, response) => {
    const body = await text(request).catch(() => null)
    if (body === null) return
    received.push({ headers: request.headers, path: request.url ?? '', body })
    answer(request, response)
  })
  return Object.assign(await listening(server), { received })
}

export async function listening(server: Server): Promise<Listening> {
  const closed: Promise<void>[] = []
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    state.connections += 1
    sockets.add(socket.on('error', () => {}))
    closed.push(new Promise((resolve) => socket.once('close', () => resolve())))
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const state: Listening = {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    connections: 0,
    drained: async () => void (await Promise.all(closed)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  return state
}
