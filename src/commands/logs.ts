import type { Command } from 'commander'
import type { Static } from 'typebox'
import { addFollowOptions, type FollowOptions, follow } from '../client/follow.ts'
import { findById, parseResponse, readList } from '../client/list.ts'
import {
  type ApiOptions,
  addApiOptions,
  addListOptions,
  type ListCommandOptions,
  onApi,
  printList,
} from '../client/on-api.ts'
import { type WatchedDelivery, watchDeliveries } from '../client/watch-deliveries.ts'
import { LogResource } from '../deliveries/api/log.ts'
import { LogRequestResource } from '../deliveries/api/log-request-resource.ts'
import { Data } from '../http/envelope.ts'
import { uuid } from '../tool/arguments.ts'
import { defaultList } from '../tool/default-list.ts'
import { fieldList, formatDuration, formatTime, isForPeople, print, row, table } from '../tool/output.ts'
import { untilStopped } from '../tool/stop.ts'
import { writeErr, writeOut } from '../tool/terminal.ts'

export function addLogs(program: Command): void {
  const logs = program.command('logs').description('List and follow logs: each is one attempt to deliver an event.')
  const list = defaultList(logs).description('List logs, newest first.')
  addListOptions(ofIntegration(list), 'eq(succeeded,false)').action(listLogs)
  const get = logs
    .command('get')
    .alias('show')
    .description('Show a log: what was sent, and the response. Secrets are masked.')
    .argument('<id>', 'id of the log', uuid)
  addApiOptions(get).action(getLog)
  const tail = logs.command('tail').description('Print logs as attempts are made. Ctrl-C stops it.')
  addFollowOptions(ofIntegration(tail), 'eq(succeeded,false)').action(tailLogs)
}

function ofIntegration(command: Command): Command {
  return command.option('--integration <id>', 'only of this integration', uuid)
}

type LogOptions = ApiOptions & { integration?: string }

function logsOf({ integration }: LogOptions): string {
  return integration === undefined ? '/integrations/logs' : `/integrations/${integration}/logs`
}

/** Uses the live stream if one line per log is enough, because whole logs and filters need a list. */
async function tailLogs(options: LogOptions & FollowOptions): Promise<void> {
  if (isForPeople(options) && options.filter === undefined && (await watchLogs(options))) return
  await follow(logsOf(options), options, LogResource, cellsOf)
}

async function watchLogs(options: LogOptions): Promise<boolean> {
  const stopping = new AbortController()
  void untilStopped().then(() => stopping.abort())
  return watchDeliveries(options, {
    query: options.integration === undefined ? {} : { integrations: options.integration },
    signal: stopping.signal,
    onDelivery: (delivery) => writeOut(row([...cellsOf(delivery), delivery.event.triggered_by])),
    onSkipped: (count) => writeErr(`${count?.toLocaleString('en') ?? 'Some'} not shown\n`),
  })
}

async function listLogs(options: LogOptions & ListCommandOptions): Promise<void> {
  const found = await onApi(options, (connection) => readList(connection, logsOf(options), options, LogResource))
  await printList(found, options, (logs) =>
    table(
      ['time', 'result', 'attempt', 'ms', 'job', 'id', 'event', 'detail'],
      logs.map((log) => [...cellsOf(log), log.id, log.event?.triggered_by ?? '', log.error_detail]),
    ),
  )
}

type Shown = Pick<
  WatchedDelivery,
  'meta' | 'succeeded' | 'status_code' | 'attempt' | 'processing_time' | 'relationships'
>

function cellsOf({ meta, succeeded, status_code, attempt, processing_time, relationships }: Shown) {
  const text = status_code === null ? (succeeded ? 'confirmed' : 'failed') : String(status_code)
  return [
    formatTime(meta.timestamps.created_at),
    { text, tone: succeeded ? ('good' as const) : ('bad' as const) },
    String(attempt),
    String(Math.round(processing_time * 1000)),
    relationships.job.data.id,
  ]
}

async function getLog(id: string, options: ApiOptions): Promise<void> {
  const { log, request } = await onApi(options, async (connection) => {
    const log = await findById(connection, logsOf({}), id, LogResource)
    if (log === undefined) throw new Error(`There is no log ${id}.`)
    const integration = log.relationships.integration.data.id
    const response = await connection.get(`${logsOf({ integration })}/${id}/request`)
    return { log, request: parseResponse(Data(LogRequestResource), response).data }
  })
  await print({ ...log, request }, options, () => describeLog(log, request))
}

function describeLog(log: LogResource, request: Static<typeof LogRequestResource>): string {
  const { id, meta, succeeded, status_code, error_detail, attempt, processing_time, relationships } = log
  const fields = fieldList([
    ['id', id],
    ['time', formatTime(meta.timestamps.created_at)],
    ['integration', relationships.integration.data.id],
    ['job', relationships.job.data.id],
    ['event', log.event === null ? '' : `${log.event.triggered_by} ${log.event.id}`],
    ['attempt', String(attempt)],
    ['result', succeeded ? { text: 'succeeded', tone: 'good' } : { text: error_detail, tone: 'bad' }],
    ['status', status_code === null ? 'no response' : String(status_code)],
    ['duration', formatDuration(processing_time)],
  ])
  const headers = (all: Readonly<Record<string, string>> | null) =>
    Object.entries(all ?? {})
      .map(([name, value]) => `  ${name}: ${value}\n`)
      .join('')
  const target = [request.method, request.url].filter((part) => part !== null).join(' ')
  const sent = `request ${target}\n${headers(request.headers)}\n${bodyOf(request)}\n`
  return `${fields}\n${sent}\nresponse\n${headers(log.response.headers)}\n${log.body ?? ''}\n`
}

function bodyOf({ body, no_body, integration_changed }: Static<typeof LogRequestResource>): string {
  if (body === null) return `The body cannot be shown (${no_body}).`
  return integration_changed ? `${body}\nThe integration has changed since: the body may have been different.` : body
}
