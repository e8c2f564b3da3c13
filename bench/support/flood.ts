import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { LoadOrder } from './children/load.ts'
import { publishBodies } from './payload.ts'

/** A `LoadOrder` at full speed. */
export type FloodOrder = Omit<LoadOrder, 'rate' | 'sample_every'>

/**
 * Publishes with wrk; returns the number of events in requests with a 201. A client in Node would take 65 us of the
 * machine's CPU per request, a fifth of the measured cost, while wrk takes 15. Requests in flight at the end count
 * neither as accepted nor as rejected, and may be stored.
 */
export async function flood(order: FloodOrder): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-wrk-'))
  try {
    const script = join(folder, 'publish.lua')
    await writeFile(script, publishScript(order))
    const options = ['-t1', `-c${order.concurrency}`, `-d${order.seconds}s`, '--timeout', '30s', '-s', script]
    const wrk = spawn('wrk', [...options, order.base_url], { stdio: ['ignore', 'ignore', 'pipe'] })
    const ended = once(wrk, 'exit').catch((error: unknown) => Promise.reject(missing(error)))
    const summary = (await Promise.all([text(wrk.stderr), ended]))[0]
    const { answers, refused, broken } = JSON.parse(summary)
    if (broken > 0) throw new Error(`${broken} requests had no response.`)
    return (answers - refused) * order.batch
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Prints the response counts as the last line on stderr, because stdout has wrk's own report. */
function publishScript({ base_url, token, ...order }: FloodOrder): string {
  const headers = `{ ["Authorization"] = "Bearer ${token}", ["Content-Type"] = "application/json", ["Host"] = "${new URL(base_url).host}" }`
  const request = (body: string) =>
    `wrk.format("POST", "${new URL(base_url).pathname}/events", ${headers}, [==[${body}]==])`
  return `local requests, turn = {}, 0
init = function(args)
  requests = { ${publishBodies(order).map(request).join(',\n')} }
end
request = function()
  turn = turn % #requests + 1
  return requests[turn]
end
done = function(summary, latency, requests)
  local errors = summary.errors
  io.stderr:write(string.format('{"answers":%d,"refused":%d,"broken":%d}', summary.requests, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end
`
}

function missing(cause: unknown): Error {
  return new Error('This bench needs wrk to publish at full speed: apt-get install wrk', { cause })
}
