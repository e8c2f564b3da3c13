import type { Executor } from '../../db/database.ts'
import { isObservedBy, matchingKeys } from '../../event-types/catalog.ts'
import { type Admit, getEvent } from '../../events/read.ts'
import { shownPayload } from '../../events/sealed.ts'
import { selectStatesBefore } from '../../events/sql/integration-events.ts'
import type { EventRow } from '../../events/store.ts'
import { failingConditions } from '../../integrations/rules/payload-filter.ts'
import { PayloadReader } from '../../integrations/rules/payload-reader.ts'
import { type IntegrationHistoryRow, selectAllOf } from '../../integrations/sql/for-deliveries.ts'
import { LoopBudget } from '../../kernel/flow/loop-budget.ts'
import { nextIteration } from '../../kernel/flow/next-iteration.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { isObject } from '../../kernel/json/json.ts'
import type { Owner } from '../../kernel/owner.ts'
import type { Cipher } from '../../secrets/cipher.ts'
import { type EventJob, selectEventJobs, selectLastAttempts } from '../jobs/of-event.ts'
import type { LastAttempt } from '../jobs/waiting.ts'
import { type IntegrationState, type NoJob, noJobReason, type Outcome, outcomeOf } from '../rules/explain.ts'

type ExplainDeps = { db: Executor; cipher: Pick<Cipher, 'open'> }

/** Outcome of an event at one integration. `no_job` is the reason if no job was created with the event. */
export type EventDelivery = {
  integration: IntegrationHistoryRow
  outcome: Outcome
  no_job: NoJob | null
  job: EventJob | null
  /** Jobs that replays created, whatever their outcome. */
  replays: number
  last_attempt: LastAttempt | null
}

/** Returns an event and its outcome at each integration of its owner. Runs seven statements. Throws `not_found`. */
export async function explainEvent(
  deps: ExplainDeps,
  owner: Owner,
  event_id: string,
  admit: Admit,
): Promise<{ event: EventRow; deliveries: EventDelivery[] }> {
  const { db } = deps
  const event = await getEvent(db, owner, event_id, admit)
  const [integrations, jobs] = await Promise.all([selectAllOf(db, owner), selectEventJobs(db, owner, event_id)])
  const jobsOf = Map.groupBy(jobs, ({ integration_id }) => integration_id)
  const without = integrations.filter(({ id }) => !jobsOf.get(id)?.some(isOfEvent))
  const [states, attempts] = await Promise.all([
    readStates(db, owner, without, event),
    selectLastAttempts(
      db,
      jobs.map(({ id }) => id),
    ),
  ])
  const attemptOf = new Map(attempts.map((attempt) => [attempt.job_id, attempt]))
  const shown = shownPayload(deps.cipher, event)
  await nextIteration()
  const reasonOf = explainer(event, shown, states)
  const budget = new LoopBudget()
  const deliveries: EventDelivery[] = []
  for (const integration of integrations) {
    if (budget.isSpent()) await budget.renew()
    const own = jobsOf.get(integration.id) ?? []
    const { outcome, job } = outcomeOf(own)
    deliveries.push({
      integration,
      outcome,
      no_job: own.some(isOfEvent) ? null : reasonOf(integration),
      job,
      replays: own.filter((one) => !isOfEvent(one)).length,
      last_attempt: (job && attemptOf.get(job.id)) ?? null,
    })
  }
  return { event, deliveries }
}

/** True if the job was created with the event, not by a replay. */
function isOfEvent({ replay_id }: EventJob): boolean {
  return replay_id === null
}

type Recorded = Pick<IntegrationHistoryRow, 'enabled' | 'observes' | 'filter' | 'disabled_reason' | 'updated_at'>

/** States at the time of the event, of integrations that have changed since; read from their own events before it. */
async function readStates(
  db: Executor,
  owner: Owner,
  integrations: readonly IntegrationHistoryRow[],
  { id }: EventRow,
): Promise<ReadonlyMap<string, Recorded>> {
  const before = timeOfId(id) + 1
  const changed = integrations.filter((row) => row.updated_at.getTime() >= before && row.created_at.getTime() < before)
  if (changed.length === 0) return new Map()
  const found = await selectStatesBefore(db, owner, { integration_ids: changed.map((row) => row.id), before })
  return new Map(
    found.flatMap(({ integration_id, payload }) => {
      const state = readState(integration_id, payload)
      return state === null ? [] : [[integration_id, state] as const]
    }),
  )
}

/** Returns null if the event does not contain the state of the integration. */
function readState(integration_id: string, payload: string): Recorded | null {
  const { data } = JSON.parse(payload)
  if (!isObject(data) || data.id !== integration_id || !Array.isArray(data.observes)) return null
  const { disabled, timestamps } = data.meta as {
    disabled?: Recorded['disabled_reason']
    timestamps: { updated_at: string }
  }
  return {
    enabled: data.enabled === true,
    observes: data.observes.map(String),
    filter: typeof data.filter === 'string' ? data.filter : null,
    disabled_reason: disabled ?? null,
    updated_at: new Date(timestamps.updated_at),
  }
}

function explainer(event: EventRow, shown: unknown, states: ReadonlyMap<string, Recorded>) {
  const at = timeOfId(event.id)
  const payload = () => shown
  const keys = matchingKeys(event.triggered_by, payload)
  const reader = new PayloadReader(payload)
  const isObserved = ({ observes }: Pick<Recorded, 'observes'>) => keys.some((key) => isObservedBy(observes, key))
  const stateOf = (recorded: Recorded): IntegrationState => ({
    enabled: recorded.enabled,
    disabled: recorded.disabled_reason && {
      detail: recorded.disabled_reason.detail,
      at: Date.parse(recorded.disabled_reason.at),
    },
    observed: isObserved(recorded),
    failing_conditions: failingConditions(recorded.filter, reader),
    changed_at: recorded.updated_at.getTime(),
  })
  return (integration: IntegrationHistoryRow): NoJob => {
    const recorded = integration.updated_at.getTime() <= at ? integration : states.get(integration.id)
    return noJobReason({
      event: { key: event.triggered_by, at },
      created_at: integration.created_at.getTime(),
      deleted_at: integration.deleted_at?.getTime() ?? null,
      at_event: recorded === undefined ? null : stateOf(recorded),
      at_present: { observed: integration.deleted_at === null && isObserved(integration) },
    })
  }
}
