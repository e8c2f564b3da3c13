import { newId } from '../db/new-id.ts'
import type { OwnTypes } from '../event-types/own-types.ts'
import type { Clock } from '../kernel/clock.ts'
import { invalid } from '../kernel/errors.ts'
import { LoopBudget } from '../kernel/flow/loop-budget.ts'
import type { Owner } from '../kernel/owner.ts'
import type { Backlog } from './backlog.ts'
import { checkPublished } from './check-published.ts'
import type { Accepted, Incoming, Ingest } from './ingest.ts'
import { inBinaryMode, type RequestHeaders, structuredOf } from './rules/binary-cloud-event.ts'
import { type Published, parsePublished, pointerTo } from './rules/parse-published.ts'
import { type EventTelemetry, traced } from './telemetry.ts'

export type PublishDeps = {
  ingest: Ingest
  backlog: Pick<Backlog, 'checkLimit'>
  clock: Clock
  ownTypes: Pick<OwnTypes, 'known'>
  telemetry: EventTelemetry
}

const MAX_PROBLEMS = 100

/**
 * Stores events that another system publishes, all or none. Resolves after the commit, with results in the order of the events.
 * Throws `invalid` with the first 100 problems, and `too_many_requests` if too many events or deliveries wait.
 */
export async function publishEvents(
  { ingest, backlog, clock, ownTypes, telemetry }: PublishDeps,
  owner: Owner,
  { headers, body }: { headers: RequestHeaders; body: unknown },
): Promise<Accepted[]> {
  const binary = structuredOf(headers, body)
  const { published, problems } = parsePublished(binary ?? body)
  const keys = published.map(({ triggered_by }) => triggered_by)
  const known = await ownTypes.known(owner, keys)
  const all = [...problems]
  const pointers = new Set(problems.map((problem) => problem.pointer))
  for (const event of published) {
    if (all.length >= MAX_PROBLEMS) break
    for (const problem of checkPublished(event.triggered_by, event.payload, known)) {
      const pointer = pointerTo(event, problem.pointer ?? '')
      if (!pointers.has(pointer)) all.push({ ...problem, pointer })
    }
  }
  if (binary !== null && all.length > 0) throw invalid(all.map(inBinaryMode))
  if (all.length > 0) throw invalid(all.slice(0, MAX_PROBLEMS))
  backlog.checkLimit(owner)
  const now = clock()
  const texts = await payloadTexts(published)
  const accepting = { origin: 'outside', events: published.length, parent: telemetry.traceparent() } as const
  return traced(telemetry, accepting, (traceparent) =>
    ingest.submit(published.map((event, index) => toIncoming(event, texts[index] ?? '', owner, { now, traceparent }))),
  )
}

/** JSON of each payload. Yields to the event loop in between. */
async function payloadTexts(published: readonly Published[]): Promise<string[]> {
  const budget = new LoopBudget()
  const texts: string[] = []
  for (const { payload } of published) {
    texts.push(JSON.stringify(payload))
    if (budget.isSpent()) await budget.renew()
  }
  return texts
}

function toIncoming(
  published: Published,
  payload: string,
  owner: Owner,
  { now, traceparent }: { now: number; traceparent: string | null },
): Incoming {
  return {
    key: published.key,
    event: {
      organization_id: owner.organization_id,
      store_id: owner.store_id,
      id: newId(now),
      triggered_by: String(published.triggered_by),
      resource_version: published.resource_version,
      external_id: published.external_id,
      payload,
      traceparent: published.traceparent ?? traceparent,
    },
  }
}
