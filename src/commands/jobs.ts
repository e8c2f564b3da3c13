import type { Command } from 'commander'
import { type AccountOptions, addAccountOptions, findAccount } from '../client/account.ts'
import { connect } from '../client/connection.ts'
import { type ListOptions, parseResponse, readList } from '../client/list.ts'
import { JobResource } from '../deliveries/api/job.ts'
import { Data } from '../http/envelope.ts'
import { uuid, wholeNumber } from '../tool/arguments.ts'
import { localTime, print, table } from '../tool/output.ts'

export function addJobs(program: Command): void {
  const jobs = program.command('jobs').description('List and retry jobs: each delivers one event to one integration.')
  const listing = jobs
    .command('list')
    .description('List the jobs of an integration, newest first.')
    .requiredOption('--integration <id>', 'id of the integration, from `tidings integrations list`', uuid)
    .option('--filter <filter>', "for example 'eq(status,failed)'")
    .option('--limit <count>', 'maximum number of jobs', wholeNumber(1, 100), 25)
    .option('--json', 'print a JSON array')
  addAccountOptions(listing).action(list)
  const retrying = jobs
    .command('retry')
    .description('Deliver a job again now and restart its retry schedule.')
    .argument('<job>', 'id of the job', uuid)
    .requiredOption('--integration <id>', 'id of the integration that the job delivers to', uuid)
    .option('--json', 'print a JSON object: the job')
  addAccountOptions(retrying)
    .addHelpText('after', '\nExample:\n  tidings jobs retry 019b8c44-… --integration 019b8a10-…')
    .action(retry)
}

type JobsOptions = AccountOptions & { integration: string; json?: true }

async function list(options: JobsOptions & ListOptions): Promise<void> {
  const connection = await connect(await findAccount(options))
  const jobs = await readList(connection, `/integrations/${options.integration}/jobs`, options, JobResource)
  print(jobs, options, () =>
    table(
      ['id', 'event', 'status', 'attempts', 'created', 'next attempt'],
      jobs.map((job) => [
        job.id,
        job.event.triggered_by,
        job.status,
        String(job.attempts),
        localTime(new Date(job.meta.timestamps.created_at)),
        job.next_attempt_at === null ? '' : localTime(new Date(job.next_attempt_at)),
      ]),
    ),
  )
}

async function retry(job_id: string, options: JobsOptions): Promise<void> {
  const connection = await connect(await findAccount(options))
  const response = await connection.post(`/integrations/${options.integration}/jobs/${job_id}/retry`, {})
  const { data } = parseResponse(Data(JobResource), response)
  print(data, options, () => `Job ${data.id} is due now.\n`)
}
