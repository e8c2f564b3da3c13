import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Connection } from '../client/connection.ts'
import { parseResponse } from '../client/list.ts'
import { type ApiOptions, onApi } from '../client/on-api.ts'
import { JobRunPreview, JobRunResource } from '../deliveries/job-runs/run.ts'
import { Data } from '../http/envelope.ts'
import { SECOND } from '../kernel/duration.ts'
import { moment, wholeNumber } from '../tool/arguments.ts'
import { formatTime, print } from '../tool/output.ts'
import { ProgressBar } from '../tool/progress-bar.ts'

export type RunOptions = ApiOptions & {
  integration: string
  since?: string
  until?: string
  keys?: string[]
  rate?: number
  dryRun?: true
}

export function addRunOptions(command: Command): Command {
  return command
    .option('--since <time>', 'only jobs created since then, for example 2026-11-20 or 2h', moment)
    .option('--until <time>', 'only jobs created before then; now by default', moment)
    .option('--keys <keys...>', "only jobs of these event keys, for example 'order.*'")
    .option('--dry-run', 'only print how many match')
}

export function addRate(command: Command): Command {
  return command.option('--rate <count>', 'maximum jobs per second; 200 by default', wholeNumber(1, 5000))
}

const PATH = '/integrations/job-runs'

/** Retries or cancels jobs on the server, and shows the progress until the run is over. */
export async function runOverJobs(selection: Record<string, unknown>, options: RunOptions): Promise<void> {
  const { integration, since, until, keys, rate } = options
  const data = {
    ...(selection.job_ids === undefined && { integration_ids: [integration] }),
    ...(since !== undefined && { from: since }),
    ...(until !== undefined && { to: until }),
    ...(keys !== undefined && { keys }),
    ...(rate !== undefined && { rate }),
    ...selection,
  }
  if (options.dryRun) return preview(data, options)
  const run = await onApi(options, async (connection) => {
    const created = parseResponse(Data(JobRunResource), await connection.post(PATH, { data })).data
    return untilOver(connection, created)
  })
  await print(run, options, () => describe(run))
  if (run.status !== 'completed') process.exitCode = 1
}

async function preview(data: Record<string, unknown>, options: RunOptions): Promise<void> {
  const response = await onApi(options, (connection) => connection.post(`${PATH}/preview`, { data }))
  const found = parseResponse(Data(JobRunPreview), response).data
  const least = found.total.method === 'exact' ? '' : 'at least '
  await print(found, options, () => `${least}${counted(found.total.count)} would be ${DONE[found.action]}.\n`)
}

const POLL_INTERVAL_MS = SECOND / 4
/** Time without progress after which the command gives up, because no worker runs or the endpoints accept no more. */
const TIMEOUT_MS = 30 * SECOND

async function untilOver(connection: Connection, created: JobRunResource): Promise<JobRunResource> {
  const bar = new ProgressBar(process.stderr, Date.now)
  let run = created
  let moved_at = Date.now()
  while (run.status === 'running' && Date.now() - moved_at < TIMEOUT_MS) {
    const { progress, total, action } = run
    const text = `${progress.changed} ${DONE[action]}, ${skippedOf(run)} skipped`
    bar.update({ label: action, done: progress.changed + skippedOf(run), total: total.count, text })
    await wait(POLL_INTERVAL_MS)
    const next = parseResponse(Data(JobRunResource), await connection.get(`${PATH}/${run.id}`)).data
    if (next.progress.scanned > progress.scanned) moved_at = Date.now()
    run = next
  }
  bar.end()
  return run
}

const DONE = { retry: 'retried', cancel: 'cancelled' } as const

function skippedOf({ progress }: JobRunResource): number {
  return Object.values(progress.skipped).reduce((sum, count) => sum + count, 0)
}

function describe(run: JobRunResource): string {
  const { action, progress } = run
  const changed = action === 'retry' ? `${counted(progress.changed)} retried` : `${counted(progress.changed)} cancelled`
  const skipped = Object.entries(progress.skipped).map(([reason, count]) => `${count} ${reason.replaceAll('_', ' ')}`)
  const others = skipped.length === 0 ? '' : `, ${skippedOf(run)} skipped (${skipped.join(', ')})`
  return `${changed}${others}.${endOf(run)}\n`
}

function endOf({ id, status, meta }: JobRunResource): string {
  switch (status) {
    case 'completed':
      return ''
    case 'running':
      return ` Run ${id} continues on the server.`
    default:
      return ` The run was ${status} at ${formatTime(meta.timestamps.updated_at)}.`
  }
}

function counted(count: number): string {
  return `${count} ${count === 1 ? 'job' : 'jobs'}`
}
