import { createParser } from 'eventsource-parser'
import type { IntegrationLog } from '../generated/schema.ts'
import type { Api } from './client.ts'
import { Problem } from './problem.ts'

/** A finished attempt: its log without the request and the response. */
export type Delivery = Pick<
  IntegrationLog,
  | 'id'
  | 'succeeded'
  | 'attempt'
  | 'processing_time'
  | 'status_code'
  | 'error_detail'
  | 'event'
  | 'relationships'
  | 'meta'
>

export type DeliveryFilter = { integrations?: string; keys?: string; outcome?: 'succeeded' | 'failed' }

export type StreamState =
  | { kind: 'connecting' }
  | { kind: 'open' }
  /** The connection is lost and is being retried. */
  | { kind: 'lost'; error: Error | null }
  /** A retry would be rejected again. */
  | { kind: 'refused'; error: Error }

type Handlers = {
  onDeliveries: (deliveries: readonly Delivery[]) => void
  /** Number of deliveries not shown; null if unknown. */
  onSkipped: (count: number | null) => void
  onState: (state: StreamState) => void
}

const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 10_000
/** The server sends something every 10 s, so a connection that is silent for longer is dead. */
const SILENT_MS = 25_000

/**
 * Watches deliveries until the signal is aborted. After a break the stream resumes after its last event, so that none
 * is lost. It ends when the session has ended or the API rejects the stream.
 */
export async function watchDeliveries(
  api: Api,
  filter: DeliveryFilter,
  handlers: Handlers,
  signal: AbortSignal,
): Promise<void> {
  const place: Place = { last_id: null, has_opened: false }
  for (let failures = 0; !signal.aborted; failures += 1) {
    let error: Error | null = null
    place.has_opened = false
    try {
      await readStream(api, filter, { place, handlers, signal })
    } catch (thrown) {
      error = thrown instanceof Error ? thrown : new Error(String(thrown))
    }
    if (signal.aborted) return
    if (error instanceof Problem && isFinal(error)) return handlers.onState({ kind: 'refused', error })
    if (place.has_opened) failures = 0
    handlers.onState({ kind: 'lost', error })
    await pause(waitAfter(failures, error), signal)
  }
}

/** Position in the stream: the id of the last event. */
type Place = { last_id: string | null; has_opened: boolean }

type Reading = { place: Place; handlers: Handlers; signal: AbortSignal }

/** Reads one connection until it ends. */
async function readStream(api: Api, filter: DeliveryFilter, { place, handlers, signal }: Reading): Promise<void> {
  const connection = new AbortController()
  const abort = () => connection.abort()
  signal.addEventListener('abort', abort)
  let silent = setTimeout(abort, SILENT_MS)
  try {
    const { data } = await api.GET('/v2/deliveries/stream', {
      params: { query: filter },
      headers: {
        Accept: 'text/event-stream',
        ...(place.last_id === null ? {} : { 'Last-Event-ID': place.last_id }),
      },
      parseAs: 'stream',
      signal: connection.signal,
    })
    if (data === undefined || data === null) return
    const reader = data.getReader()
    const decoder = new TextDecoder()
    const events = new EventsOfStream(place, handlers)
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(silent)
      silent = setTimeout(abort, SILENT_MS)
      events.feed(decoder.decode(value, { stream: true }))
    }
  } finally {
    clearTimeout(silent)
    signal.removeEventListener('abort', abort)
    connection.abort()
  }
}

/** Parses the stream for the handlers and batches the deliveries of a chunk. */
class EventsOfStream {
  readonly #parser
  readonly #handlers: Handlers
  #batch: Delivery[] = []

  constructor(place: Place, handlers: Handlers) {
    this.#handlers = handlers
    this.#parser = createParser({
      onEvent: ({ event, data, id }) => {
        this.#take(event, data, place)
        if (id !== undefined) place.last_id = id
      },
    })
  }

  feed(text: string): void {
    this.#parser.feed(text)
    if (this.#batch.length > 0) this.#handlers.onDeliveries(this.#batch)
    this.#batch = []
  }

  #take(event: string | undefined, data: string, place: Place): void {
    switch (event) {
      case 'open':
        place.has_opened = true
        this.#handlers.onState({ kind: 'open' })
        return
      case 'delivery':
        this.#batch.push(JSON.parse(data) as Delivery)
        return
      case 'skipped':
        this.#handlers.onSkipped((JSON.parse(data) as { count: number | null }).count)
    }
  }
}

/** True if the session has ended or the request would be rejected again. */
function isFinal({ status }: Problem): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** Exponential backoff with jitter, so that clients do not reconnect at the same moment. */
function waitAfter(failures: number, error: Error | null): number {
  if (error instanceof Problem && error.retryAt !== null) return Math.max(0, error.retryAt - Date.now())
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.5 + Math.random() / 2)
}

/** Ends early when the browser comes back online. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
