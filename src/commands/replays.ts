import { type Command, Option } from 'commander'
import { parseResponse, readList } from '../client/list.ts'
import {
  type ApiOptions,
  addApiOptions,
  addListOptions,
  type ListCommandOptions,
  ofIntegration,
  onApi,
  printList,
} from '../client/on-api.ts'
import { ReplayPreview, ReplayResource } from '../deliveries/replays/replay.ts'
import { Data } from '../http/envelope.ts'
import { moment, uuid, wholeNumber } from '../tool/arguments.ts'
import { formatTime, print, table } from '../tool/output.ts'

export function addReplays(program: Command): void {
  const replays = program.command('replays').description('Deliver past events again.')
  const list = replays.command('list').description('List the replays of an integration, newest first.')
  addListOptions(ofIntegration(list), 'eq(status,running)').action(listReplays)
  const create = replays
    .command('create')
    .description('Deliver events again, at a low priority: those of a time range, or those that are named.')
    .option('--from <time>', 'events from this moment on, for example 2026-11-20 or 2h', moment)
    .option('--to <time>', 'events before this moment; now by default', moment)
    .option('--events <ids...>', 'these events, at most 100, instead of a time range')
    .option('--failed', 'only events that failed for this integration')
    .addOption(
      new Option(
        '--selection <selection>',
        'what is delivered: missed is what the integration observes and has no job of',
      ).choices(['all', 'failed', 'cancelled', 'missed']),
    )
    .option('--keys <keys...>', "only these event keys, for example 'order.*'")
    .option('--target <id>', 'deliver to this integration instead', uuid)
    .option('--rate <count>', 'maximum events per second', wholeNumber(1, 5000))
    .option('--dry-run', 'only count what would be delivered again')
  addApiOptions(ofIntegration(create)).action(createReplay)
  addOne(replays, 'get', 'Show the progress of a replay.').action(requestReplay(null))
  for (const change of CHANGES) {
    const description = `${change.charAt(0).toUpperCase()}${change.slice(1)} a replay.`
    addOne(replays, change, description).action(requestReplay(change))
  }
}

const CHANGES = ['pause', 'resume', 'cancel'] as const

function addOne(replays: Command, name: string, description: string): Command {
  const command = replays.command(name).description(description).argument('<id>', 'id of the replay', uuid)
  return addApiOptions(ofIntegration(command))
}

type ReplayOptions = ApiOptions & { integration: string }

function replaysOf({ integration }: ReplayOptions): string {
  return `/integrations/${integration}/replays`
}

async function listReplays(options: ReplayOptions & ListCommandOptions): Promise<void> {
  const found = await onApi(options, (connection) => readList(connection, replaysOf(options), options, ReplayResource))
  await printList(found, options, replayTable)
}

function replayTable(replays: readonly ReplayResource[]): string {
  return table(
    ['id', 'status', 'done', 'jobs', 'from', 'to', 'created'],
    replays.map(({ id, status, progress, from, to, meta }) => [
      id,
      status,
      `${Math.floor(progress.part * 100)} %`,
      String(progress.enqueued),
      formatTime(from),
      formatTime(to),
      formatTime(meta.timestamps.created_at),
    ]),
  )
}

type CreateOptions = ReplayOptions & {
  from?: string
  to?: string
  events?: string[]
  failed?: true
  selection?: 'all' | 'failed' | 'cancelled' | 'missed'
  keys?: string[]
  target?: string
  rate?: number
  dryRun?: true
}

async function createReplay(options: CreateOptions): Promise<void> {
  const { from, to, events, failed, selection = failed ? 'failed' : 'all', keys, target, rate } = options
  const data = {
    type: 'integration-replay',
    selection,
    ...(from !== undefined && { from }),
    ...(events !== undefined && { event_ids: events }),
    ...(to !== undefined && { to }),
    ...(keys !== undefined && { keys }),
    ...(target !== undefined && { target_id: target }),
    ...(rate !== undefined && { rate }),
  }
  const path = options.dryRun ? `${replaysOf(options)}/preview` : replaysOf(options)
  const response = await onApi(options, (connection) => connection.post(path, { data }))
  if (!options.dryRun) return printReplay(response, options)
  const preview = parseResponse(Data(ReplayPreview), response).data
  await print(preview, options, () => `${jobsOf(preview)}\n`)
}

function jobsOf({ total: { count, method }, reached }: ReplayPreview): string {
  if (method === 'exact') return `${count} jobs would be created.`
  return `At least ${count} jobs would be created: events were examined up to ${formatTime(reached)}.`
}

function requestReplay(change: (typeof CHANGES)[number] | null) {
  return async (id: string, options: ReplayOptions): Promise<void> => {
    const path = `${replaysOf(options)}/${id}`
    const response = await onApi(options, (connection) =>
      change === null ? connection.get(path) : connection.post(`${path}/${change}`),
    )
    await printReplay(response, options)
  }
}

async function printReplay(response: unknown, options: ReplayOptions): Promise<void> {
  const { data } = parseResponse(Data(ReplayResource), response)
  await print(data, options, () => replayTable([data]))
}
