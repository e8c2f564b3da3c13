import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The request that the process works for. `client` is the organization, or the network until the organization is known;
 * null for work of the process itself.
 */
export type RequestContext = { client: string | null; traceparent: string | null }

const NONE: RequestContext = { client: null, traceparent: null }
const contexts = new AsyncLocalStorage<RequestContext>()

export function inRequest(context: RequestContext, work: () => void): void {
  contexts.run(context, work)
}

/** Runs work that serves many requests, such as a loop that the first request starts. */
export function outsideOfRequests<T>(work: () => T): T {
  return contexts.exit(work)
}

export function currentRequest(): RequestContext {
  return contexts.getStore() ?? NONE
}
