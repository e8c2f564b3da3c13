import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { TIMEOUT_MS } from '../timeout.ts'

type Received = { headers: IncomingHttpHeaders; text: string; body: Record<string, unknown>; at: number }

/** Responds to a request; the default is an empty 200. */
type Answer = (response: ServerResponse, received: Received) => void

/** A webhook endpoint on loopback that records requests. */
export type Receiver = {
  url: string
  received: Received[]
  /** Responder for subsequent requests. */
  answer: Answer
  /** Waits for a request that meets the condition. */
  waitFor(condition: (received: Received) => boolean): Promise<Received>
  waitForCount(count: number): Promise<Received[]>
  close(): Promise<void>
}

export async function openReceiver(port = 0): Promise<Receiver> {
  const watchers = new Set<() => void>()
  const receiver: Receiver = {
    url: '',
    received: [],
    answer: (response) => response.end(),
    waitFor: async (condition) => {
      await until(
        watchers,
        () => receiver.received.some(condition),
        () => `one of ${receiver.received.length} requests`,
      )
      return receiver.received.find(condition) as Received
    },
    waitForCount: async (count) => {
      await until(
        watchers,
        () => receiver.received.length >= count,
        () => `${count} requests, got ${receiver.received.length}`,
      )
      return receiver.received
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  const server = createServer(async (request, response) => {
    const text = await readText(request)
    const received = { headers: request.headers, text, body: text === '' ? {} : JSON.parse(text), at: Date.now() }
    receiver.received.push(received)
    receiver.answer(response, received)
    for (const watcher of watchers) watcher()
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  receiver.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hook`
  return receiver
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function until(watchers: Set<() => void>, isTrue: () => boolean, what: () => string): Promise<void> {
  if (isTrue()) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const giveUp = setTimeout(() => {
      watchers.delete(watch)
      reject(new Error(`No match within ${TIMEOUT_MS} ms for ${what()}.`))
    }, TIMEOUT_MS)
    const watch = () => {
      if (!isTrue()) return
      clearTimeout(giveUp)
      watchers.delete(watch)
      resolve()
    }
    watchers.add(watch)
  })
}
