import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Connection } from '../client/connection.ts'
import { parseResponse, readList } from '../client/list.ts'
import { type ApiOptions, addApiOptions, onApi } from '../client/on-api.ts'
import { TestedJob } from '../deliveries/api/job.ts'
import { LogResource } from '../deliveries/api/log.ts'
import { DraftTest } from '../deliveries/api/test-draft.ts'
import { Data } from '../http/envelope.ts'
import { SECOND } from '../kernel/duration.ts'
import { uuid } from '../tool/arguments.ts'
import { formatDuration, print } from '../tool/output.ts'
import { type AttributeOptions, addAttributes, attributesOf } from './integration-attributes.ts'

export function addTest(integrations: Command): void {
  const test = integrations
    .command('test')
    .description('Send a sample event to an integration, saved or not, and show what happened.')
    .argument('[id]', 'id of the integration; with attributes, these are tested instead of its own', uuid)
    .option('--key <key>', 'event key of the sample; by default one that the integration observes')
  addApiOptions(addAttributes(test)).addHelpText('after', EXAMPLES).action(testIntegration)
}

const EXAMPLES = `
Examples:
  tidings integrations test 019b8a10-…
  tidings integrations test --to https://warehouse.example/hooks --observe order.paid
  tidings integrations test --file warehouse.yaml`

type TestOptions = ApiOptions & AttributeOptions & { key?: string }

async function testIntegration(id: string | undefined, options: TestOptions, command: Command): Promise<void> {
  const { type: _, ...attributes } = await attributesOf(options)
  if (Object.keys(attributes).length > 0) return testDraft(id, attributes, options)
  if (id === undefined) return command.error('error: Name an integration, or give the attributes of one.')
  return testSaved(id, options)
}

async function testDraft(id: string | undefined, attributes: Record<string, unknown>, options: TestOptions) {
  const data = {
    integration_type: 'webhook',
    ...attributes,
    ...(id !== undefined && { integration_id: id }),
    ...(options.key !== undefined && { triggered_by: options.key }),
  }
  const response = await onApi(options, (connection) => connection.post('/integrations/test', { data }))
  const attempt = parseResponse(Data(DraftTest), response).data
  await print(
    attempt,
    options,
    () =>
      `${attempt.triggered_by} in ${formatDuration(attempt.processing_time)}: ${attempt.detail}\n` +
      describeFilter(attempt.failing_conditions),
  )
  if (!attempt.succeeded) process.exitCode = 1
}

const TEST_TIMEOUT_MS = 40 * SECOND
const POLL_INTERVAL_MS = 250

async function testSaved(id: string, options: TestOptions): Promise<void> {
  const body = options.key === undefined ? {} : { data: { triggered_by: options.key } }
  const { job, log } = await onApi(options, async (connection) => {
    const sent = parseResponse(Data(TestedJob), await connection.post(`/integrations/${id}/test`, body)).data
    return untilAttempted(connection, sent)
  })
  await print({ job, log }, options, () => describeTest(job, log))
  if (log?.succeeded !== true) process.exitCode = 1
}

type Tested = { job: TestedJob; log: LogResource | null }

/** Returns the job and its first log; the log is null if there is none in time. */
async function untilAttempted(connection: Connection, sent: TestedJob): Promise<Tested> {
  const integration_id = sent.relationships.integration.data.id
  const end = Date.now() + TEST_TIMEOUT_MS
  for (;;) {
    const logs = await readList(
      connection,
      `/integrations/${integration_id}/jobs/${sent.id}/logs`,
      { limit: 1 },
      LogResource,
    )
    const [log] = logs.items
    if (log !== undefined) return { job: sent, log }
    if (Date.now() > end) return { job: sent, log: null }
    await wait(POLL_INTERVAL_MS)
  }
}

function describeTest({ id, event, failing_conditions }: TestedJob, log: LogResource | null): string {
  if (log === null) return `No worker has sent the ${event.triggered_by} sample yet: job ${id}.\n`
  const took = formatDuration(log.processing_time)
  const note = describeFilter(failing_conditions)
  if (log.succeeded)
    return `${event.triggered_by} was delivered in ${took}: ${log.status_code ?? 'confirmed'}.\n${note}`
  return `${event.triggered_by} failed after ${took}: ${log.error_detail}\n`
}

function describeFilter(failing: readonly string[]): string {
  return failing.length === 0 ? '' : `The filter would keep this event back: ${failing.join(', ')}.\n`
}
