import type { Database } from '../../db/database.ts'
import { newId } from '../../db/new-id.ts'
import { isObservedBy } from '../../event-types/catalog.ts'
import type { OwnTypes } from '../../event-types/own-types.ts'
import { checkObserves } from '../../integrations/rules/observes.ts'
import { selectNames } from '../../integrations/sql/for-deliveries.ts'
import type { Clock } from '../../kernel/clock.ts'
import { invalid, type Problem } from '../../kernel/errors.ts'
import { lowestIdAt } from '../../kernel/ids.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { parseMoment } from '../../kernel/time.ts'
import { DEFAULT_RATE, type JobRunCreate, MAX_NAMED } from './run.ts'
import { countJobs, type NewJobRun, selectNamedJobs } from './store.ts'

export type JobRunDeps = { db: Database; clock: Clock; ownTypes: OwnTypes }

type Named = Awaited<ReturnType<typeof selectNames>>[number]

/** A valid run and its integrations, each with the number of its matching jobs. */
export type Requested = { run: NewJobRun; integrations: (Named & { count: number })[] }

/** Limit to which jobs are counted, for all integrations together. */
const MAX_COUNTED = 100_000
const MIN_PER_INTEGRATION = 1_000

const EVERY_STATUS = ['pending', 'delivering', 'succeeded', 'failed', 'cancelled']

/** Validates a request and counts its jobs. Throws `invalid` with every problem. */
export async function readRequest(deps: JobRunDeps, owner: Owner, input: JobRunCreate): Promise<Requested> {
  const problems = [...checkShape(input), ...checkTimes(input, deps.clock()), ...(await checkKeys(deps, owner, input))]
  if (problems.length > 0) throw invalid(problems)
  return input.job_ids === undefined
    ? requestByFilter(deps, owner, input)
    : requestByIds(deps, owner, input, input.job_ids)
}

const FILTER_MEMBERS = ['integration_ids', 'statuses', 'keys', 'from', 'to'] as const

function checkShape(input: JobRunCreate): Problem[] {
  if (input.job_ids !== undefined) {
    return FILTER_MEMBERS.filter((name) => input[name] !== undefined).map((name) => ({
      detail: `${name} selects jobs, and job_ids names them: send one or the other.`,
      pointer: `/data/${name}`,
    }))
  }
  if (input.action === 'retry' || input.statuses === undefined) return []
  return [{ detail: 'statuses is for retries: only pending jobs are cancelled.', pointer: '/data/statuses' }]
}

function checkTimes({ from, to }: JobRunCreate, now: number): Problem[] {
  if (to !== undefined && momentOf(to) > now) return [{ detail: 'to must not be in the future.', pointer: '/data/to' }]
  if (from === undefined || momentOf(from) < (to === undefined ? now : momentOf(to))) return []
  return [{ detail: 'from must be before to.', pointer: '/data/from' }]
}

async function checkKeys({ ownTypes }: JobRunDeps, owner: Owner, { keys = [] }: JobRunCreate): Promise<Problem[]> {
  return checkObserves(keys, await ownTypes.known(owner, keys)).map(({ detail, pointer = '' }) => ({
    detail,
    pointer: pointer.replace('/data/observes', '/data/keys'),
  }))
}

/** Milliseconds since the epoch. Throws for a text that the schema rejects. */
function momentOf(text: string): number {
  const moment = parseMoment(text)
  if (moment === null) throw new Error(`${text} is not a time.`)
  return Math.floor(moment.at)
}

async function requestByFilter({ db, clock }: JobRunDeps, owner: Owner, input: JobRunCreate): Promise<Requested> {
  const named = await selectNames(db, owner, input.integration_ids ?? null, MAX_NAMED + 1)
  expectIntegrations(named, input)
  const [now, from] = [clock(), input.from === undefined ? 0 : momentOf(input.from)]
  const run = {
    ...commonColumns(owner, input, now),
    job_ids: null,
    integration_ids: named.map(({ id }) => id),
    statuses: input.action === 'cancel' ? ['pending'] : [...new Set(input.statuses ?? ['failed'])],
    keys: input.keys === undefined ? null : [...new Set(input.keys)],
    from_time: new Date(from),
    to_time: new Date(input.to === undefined ? now : momentOf(input.to)),
    positions: named.map(() => lowestIdAt(from)),
  }
  const limit = Math.max(MIN_PER_INTEGRATION, Math.floor(MAX_COUNTED / Math.max(1, named.length)))
  const counted = await countJobs(db, run, limit)
  const matching = (id: string) => counted.filter((one) => one.integration_id === id)
  const integrations = named.map((one) => ({
    ...one,
    count: sum(
      matching(one.id).filter((each) => matchesKeys(run.keys, each.triggered_by)),
      'matching',
    ),
  }))
  const is_total_exact = named.every(({ id }) => sum(matching(id), 'scanned') < limit)
  return { run: { ...run, total: sum(integrations, 'count'), is_total_exact }, integrations }
}

export function matchesKeys(keys: readonly string[] | null, triggered_by: string): boolean {
  return keys === null || isObservedBy(keys, triggered_by)
}

function sum<Name extends string>(rows: readonly { readonly [name in Name]: number }[], name: Name): number {
  return rows.reduce((total, row) => total + row[name], 0)
}

function expectIntegrations(named: readonly Named[], { integration_ids }: JobRunCreate): void {
  if (named.length > MAX_NAMED) {
    const detail = `This owner has more than ${MAX_NAMED} integrations: name some in integration_ids.`
    throw invalid([{ detail, pointer: '/data/integration_ids' }])
  }
  const known = new Set(named.map(({ id }) => id))
  const problems = (integration_ids ?? []).flatMap((id, index) =>
    known.has(id.toLowerCase())
      ? []
      : [{ detail: `There is no integration ${id}.`, pointer: `/data/integration_ids/${index}` }],
  )
  if (problems.length > 0) throw invalid(problems)
}

async function requestByIds(
  { db, clock }: JobRunDeps,
  owner: Owner,
  input: JobRunCreate,
  named: readonly string[],
): Promise<Requested> {
  const job_ids = [...new Set(named.map((id) => id.toLowerCase()))].toSorted()
  const found = await selectNamedJobs(db, ownerId(owner), job_ids, job_ids.length)
  expectJobs(named, new Set(found.map(({ id }) => id)))
  const now = clock()
  const run = {
    ...commonColumns(owner, input, now),
    job_ids,
    integration_ids: [],
    statuses: EVERY_STATUS,
    keys: null,
    from_time: new Date(0),
    to_time: new Date(now),
    total: job_ids.length,
    is_total_exact: true,
    positions: [lowestIdAt(0)],
  }
  const counts = Map.groupBy(found, ({ integration_id }) => integration_id)
  const integrations = await selectNames(db, owner, [...counts.keys()], MAX_NAMED)
  return { run, integrations: integrations.map((one) => ({ ...one, count: counts.get(one.id)?.length ?? 0 })) }
}

const MAX_PROBLEMS = 100

function expectJobs(named: readonly string[], known: ReadonlySet<string>): void {
  const problems = named.flatMap((id, index) =>
    known.has(id.toLowerCase()) ? [] : [{ detail: `There is no job ${id}.`, pointer: `/data/job_ids/${index}` }],
  )
  if (problems.length > 0) throw invalid(problems.slice(0, MAX_PROBLEMS))
}

function commonColumns(owner: Owner, { action, rate = DEFAULT_RATE }: JobRunCreate, now: number) {
  const { organization_id } = owner
  return { id: newId(now), organization_id, owner_id: ownerId(owner), action, rate }
}
