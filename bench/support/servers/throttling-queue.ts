import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listening } from '../../../test/support/servers/listening.ts'
import { SQS_KEYS } from '../../../test/support/servers/sqs.ts'

/** A standard queue that accepts a rate of messages and throttles the rest, as well as some requests at random. */
export type ThrottlingQueue = {
  /** Configuration of an integration that sends to the queue. */
  configuration: Record<string, unknown>
  /** Number of times each event was accepted. */
  taken: ReadonlyMap<string, number>
  /** Time from the first request to the last accepted message, and the number of throttled messages. */
  report(): { took_s: number; throttled: number }
  close(): Promise<void>
}

export type ThrottlingOptions = {
  /** Accepted messages per second. */
  per_second: number
  /** Share of requests that are throttled although the rate permits them. */
  share: number
  /** A random number in [0, 1). */
  random: () => number
}

type Entry = { Id: string; MessageBody: string }

/** Burst that may be accepted after a pause, in seconds of the rate. */
const BURST_S = 0.1
const REFUSED = { Code: 'RequestThrottled', Message: 'Rate exceeded', SenderFault: true }

export async function startThrottlingQueue({ per_second, share, random }: ThrottlingOptions): Promise<ThrottlingQueue> {
  const taken = new Map<string, number>()
  const most = per_second * BURST_S
  let tokens = most
  let filled_at = 0
  let first_at = 0
  let last_at = 0
  let throttled = 0

  /** Throttles the whole request or individual messages, at random. */
  function answer(response: ServerResponse, entries: readonly Entry[]): void {
    const now = performance.now()
    if (first_at === 0) first_at = now
    tokens = Math.min(most, tokens + ((now - filled_at) / 1000) * per_second)
    filled_at = now
    const isThrottled = random() < share
    if (isThrottled && random() < 0.5) {
      throttled += entries.length
      reply(response, 400, { __type: 'com.amazonaws.sqs#RequestThrottled', message: 'Rate exceeded' })
      return
    }
    const accepted = isThrottled ? [] : entries.slice(0, Math.floor(tokens))
    const refused = entries.slice(accepted.length)
    tokens -= accepted.length
    throttled += refused.length
    if (accepted.length > 0) last_at = now
    for (const { MessageBody } of accepted) {
      const { id } = JSON.parse(MessageBody)
      taken.set(id, (taken.get(id) ?? 0) + 1)
    }
    reply(response, 200, { Successful: accepted.map(receiptOf), Failed: refused.map(({ Id }) => ({ Id, ...REFUSED })) })
  }

  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null)
    if (body !== null) answer(response, JSON.parse(body).Entries)
  })
  const { port, close } = await listening(server)
  return {
    configuration: { url: `http://127.0.0.1:${port}/000000000000/throttled`, region: 'us-east-1', ...SQS_KEYS },
    taken,
    report: () => ({ took_s: (last_at - first_at) / 1000, throttled }),
    close,
  }
}

function receiptOf({ Id, MessageBody }: Entry) {
  return { Id, MessageId: `m-${Id}`, MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') }
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': 'request-1' })
  response.end(JSON.stringify(body))
}
