import { AsyncLocalStorage } from 'node:async_hooks'

/** The request that a process works for. Null: an organization or a trace that is not known. */
export type RequestContext = { organization_id: string | null; traceparent: string | null }

const NONE: RequestContext = { organization_id: null, traceparent: null }
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
