import type { Command } from 'commander'
import type { Connection } from '../client/connection.ts'
import { findById, parseResponse, readList } from '../client/list.ts'
import {
  type ApiOptions,
  addApiOptions,
  addListOptions,
  type ListCommandOptions,
  ofIntegration,
  onApi,
  printList,
} from '../client/on-api.ts'
import { JobResource } from '../deliveries/api/job.ts'
import { JobDetailResource } from '../deliveries/api/job-detail.ts'
import { Data } from '../http/envelope.ts'
import { uuid } from '../tool/arguments.ts'
import { type Cell, fieldList, formatTime, print, table } from '../tool/output.ts'
import { addRate, addRunOptions, type RunOptions, runOverJobs } from './job-runs.ts'

export function addJobs(program: Command): void {
  const jobs = program
    .command('jobs')
    .description('List, retry and cancel jobs: each delivers one event to one integration.')
  const list = jobs.command('list').description('List the jobs of an integration, newest first.')
  addListOptions(ofIntegration(list), 'eq(status,failed)').action(listJobs)
  const get = jobs
    .command('get')
    .alias('show')
    .description('Show a job, and why it waits.')
    .argument('<id>', 'id of the job', uuid)
    .option('--integration <id>', 'id of its integration; saves a request', uuid)
  addApiOptions(get).action(getJob)
  const retry = jobs
    .command('retry')
    .description('Deliver jobs again now, and restart their retry schedules.')
    .argument('[ids...]', 'ids of the jobs')
    .option('--failed', 'all failed jobs of the integration')
    .option('--cancelled', 'all cancelled jobs of the integration')
  addApiOptions(ofIntegration(addRate(addRunOptions(retry))))
    .addHelpText('after', EXAMPLES)
    .action(retryJobs)
  const cancel = jobs
    .command('cancel')
    .description('Cancel pending jobs, which are then not delivered.')
    .argument('[ids...]', 'ids of the jobs')
    .option('--pending', 'all pending jobs of the integration')
  addApiOptions(ofIntegration(addRunOptions(cancel))).action(cancelJobs)
}

const EXAMPLES = `
Examples:
  tidings jobs retry 019b8c44-… --integration 019b8a10-…
  tidings jobs retry --failed --since 2h --integration 019b8a10-…
  tidings jobs retry --failed --dry-run --integration 019b8a10-…`

type JobOptions = ApiOptions & { integration: string }

async function listJobs(options: JobOptions & ListCommandOptions): Promise<void> {
  const found = await onApi(options, (connection) => readList(connection, jobsOf(options), options, JobResource))
  await printList(found, options, jobTable)
}

function jobsOf({ integration }: Pick<JobOptions, 'integration'>): string {
  return `/integrations/${integration}/jobs`
}

const TONES = { succeeded: 'good', failed: 'bad', cancelled: 'quiet' } as const

function jobTable(jobs: readonly JobResource[]): string {
  return table(
    ['id', 'event', 'status', 'attempts', 'created', 'next attempt'],
    jobs.map(({ id, event, status, attempts, meta, next_attempt_at }) => [
      id,
      event.triggered_by,
      status in TONES ? { text: status, tone: TONES[status as keyof typeof TONES] } : status,
      String(attempts),
      formatTime(meta.timestamps.created_at),
      formatTime(next_attempt_at),
    ]),
  )
}

async function getJob(id: string, options: ApiOptions & { integration?: string }): Promise<void> {
  const job = await onApi(options, async (connection) => {
    const integration = options.integration ?? (await integrationOf(connection, id))
    return parseResponse(Data(JobDetailResource), await connection.get(`${jobsOf({ integration })}/${id}`)).data
  })
  await print(job, options, () => describeJob(job))
}

async function integrationOf(connection: Connection, id: string): Promise<string> {
  const job = await findById(connection, '/integrations/jobs', id, JobResource)
  if (job === undefined) throw new Error(`There is no job ${id}.`)
  return job.relationships.integration.data.id
}

function describeJob(job: JobDetailResource): string {
  const { id, event, status, attempts, replay_id, waiting, lease, last_attempt, relationships, meta } = job
  return fieldList([
    ['id', id],
    ['event', `${event.triggered_by} ${event.id}`],
    ['integration', relationships.integration.data.id],
    ['created', formatTime(meta.timestamps.created_at)],
    ['status', status in TONES ? { text: status, tone: TONES[status as keyof typeof TONES] } : status],
    ['attempts', String(attempts)],
    ...(last_attempt === null ? [] : [['last attempt', attemptCell(last_attempt)] as const]),
    ...(waiting === null
      ? []
      : [
          [
            'waits',
            `${waiting.detail}${waiting.until === null ? '' : ` Until ${formatTime(waiting.until)}.`}`,
          ] as const,
        ]),
    ...(lease === null ? [] : [['worker', String(lease.worker)] as const]),
    ...(replay_id === null ? [] : [['replay', replay_id] as const]),
  ])
}

function attemptCell({
  id,
  succeeded,
  error_detail,
  created_at,
}: NonNullable<JobDetailResource['last_attempt']>): Cell {
  const result = succeeded ? 'succeeded' : error_detail
  return { text: `${formatTime(created_at)} ${result} (log ${id})`, tone: succeeded ? 'good' : 'bad' }
}

type RetryOptions = RunOptions & { failed?: true; cancelled?: true }

async function retryJobs(ids: readonly string[], options: RetryOptions, command: Command): Promise<void> {
  const statuses = [...(options.failed ? ['failed'] : []), ...(options.cancelled ? ['cancelled'] : [])]
  checkNamed(ids, statuses.length > 0, options, command, '--failed or --cancelled')
  const selection = ids.length > 0 ? { job_ids: ids.map(uuid) } : { statuses }
  await runOverJobs({ action: 'retry', ...selection }, options)
}

async function cancelJobs(
  ids: readonly string[],
  options: RunOptions & { pending?: true },
  command: Command,
): Promise<void> {
  checkNamed(ids, options.pending === true, options, command, '--pending')
  await runOverJobs({ action: 'cancel', ...(ids.length > 0 && { job_ids: ids.map(uuid) }) }, options)
}

function checkNamed(
  ids: readonly string[],
  isSelected: boolean,
  { since, until, keys }: RunOptions,
  command: Command,
  names: string,
): void {
  if (ids.length > 0 === isSelected) command.error(`error: Name jobs, or use ${names}.`)
  if (ids.length === 0) return
  if (since !== undefined || until !== undefined || keys !== undefined) {
    command.error(`error: Use --since, --until and --keys with ${names}.`)
  }
}
