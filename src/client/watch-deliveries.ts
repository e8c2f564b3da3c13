import { setTimeout as wait } from 'node:timers/promises'
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import { type Static, Type } from 'typebox'
import { SECOND } from '../kernel/duration.ts'
import { type AccountOptions, findAccount } from './account.ts'
import { ApiError } from './api-error.ts'
import { connect } from './connection.ts'
import { parseResponse } from './list.ts'

export const WatchedDelivery = Type.Object({
  id: Type.String(),
  succeeded: Type.Boolean(),
  attempt: Type.Integer(),
  processing_time: Type.Number(),
  status_code: Type.Union([Type.Integer(), Type.Null()]),
  event: Type.Object({ id: Type.String(), triggered_by: Type.String() }),
  relationships: Type.Object({ job: Type.Object({ data: Type.Object({ id: Type.String() }) }) }),
  meta: Type.Object({ timestamps: Type.Object({ created_at: Type.String() }) }),
})
export type WatchedDelivery = Static<typeof WatchedDelivery>

const Skipped = Type.Object({ count: Type.Union([Type.Integer(), Type.Null()]) })

/** Pause before reconnecting, after a token has expired or while the server restarts. */
const RECONNECT_AFTER_MS = SECOND
const NO_STREAM = 404

export type Watching = {
  query: Readonly<Record<string, string>>
  signal: AbortSignal
  onDelivery: (delivery: WatchedDelivery) => void
  /** The count is null if it is unknown. */
  onSkipped: (count: number | null) => void
}

/**
 * Reports deliveries as they happen until the signal aborts. Reconnects after a break, and reports the missed
 * deliveries. Returns false if the server has no stream.
 */
export async function watchDeliveries(options: AccountOptions, watching: Watching): Promise<boolean> {
  let last: string | undefined
  while (!watching.signal.aborted) {
    try {
      for await (const event of await openStream(options, watching, last)) {
        last = event.id ?? last
        receive(event, watching)
      }
    } catch (error) {
      if (error instanceof ApiError && error.status === NO_STREAM) return false
      // An error of the first connection is thrown; later errors are retried, because the server may be restarting.
      if (last === undefined && !watching.signal.aborted) throw error
    }
    await wait(RECONNECT_AFTER_MS, undefined, { signal: watching.signal }).catch(() => {})
  }
  return true
}

async function openStream(options: AccountOptions, { query, signal }: Watching, last: string | undefined) {
  const connection = await connect(await findAccount(options))
  const headers = last === undefined ? {} : { 'last-event-id': last }
  const body = await connection.stream('/deliveries/stream', query, { headers, signal })
  return body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
}

function receive({ event, data }: EventSourceMessage, { onDelivery, onSkipped }: Watching): void {
  if (event === 'delivery') onDelivery(parseResponse(WatchedDelivery, JSON.parse(data)))
  if (event === 'skipped') onSkipped(parseResponse(Skipped, JSON.parse(data)).count)
}
