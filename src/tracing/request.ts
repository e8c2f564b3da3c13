import { AsyncLocalStorage } from 'node:async_hooks'

const handled = new AsyncLocalStorage<string>()

/** Does the work of a request in the trace that its producer began. */
export function inTraceOf(traceparent: string, work: () => void): void {
  handled.run(traceparent, work)
}

/** The trace context of the request that is being handled; null when it has none. */
export function requestTraceparent(): string | null {
  return handled.getStore() ?? null
}
