import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Listening, listening } from './listening.ts'

export type SerialReceiver = Listening & {
  /** Number of times each event was handled, by id. */
  handled: Map<string, number>
  /** Maximum requests that waited or ran concurrently. */
  most_at_once(): number
}

/**
 * Handles one request at a time, `seconds` each, even if its sender has gone: a server behind an accept queue, such as
 * a single worker process.
 */
export async function serialReceiver(seconds: number): Promise<SerialReceiver> {
  const handled = new Map<string, number>()
  let queue = Promise.resolve()
  let at_once = 0
  let most = 0
  const server = createServer((request, response) => {
    const id = String(request.headers['webhook-id'])
    request.resume()
    at_once += 1
    most = Math.max(most, at_once)
    queue = queue.then(async () => {
      await wait(seconds * 1_000)
      handled.set(id, (handled.get(id) ?? 0) + 1)
      at_once -= 1
      response.end()
    })
  })
  return Object.assign(await listening(server), { handled, most_at_once: () => most })
}
