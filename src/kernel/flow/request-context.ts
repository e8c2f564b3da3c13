import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The request that a process works for. `client`: the organization, or before it is known the network; null for work of the
 * process itself.
 */
export type RequestContext = { client: string | null; traceparent: string | null }

const NONE: RequestContext = { client: null, traceparent: null }
const contexts = new AsyncLocalStorage<RequestContext>()

export function inRequest(context: RequestContext, work: () => void): void {
  contexts.run(context, work)
}

/** Does work that serves many requests, such as a loop that the first of them starts. */
export function outsideOfRequests<T>(work: () => T): T {
  return contexts.exit(work)
}

export function currentRequest(): RequestContext {
  return contexts.getStore() ?? NONE
}
