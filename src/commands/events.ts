import type { Command } from 'commander'
import { Type } from 'typebox'
import { addFollowOptions, type FollowOptions, follow } from '../client/follow.ts'
import { parseResponse, readList } from '../client/list.ts'
import {
  type ApiOptions,
  addApiOptions,
  addListOptions,
  type ListCommandOptions,
  onApi,
  printList,
} from '../client/on-api.ts'
import { EventDeliveryResource } from '../deliveries/api/event-delivery.ts'
import { EventResource } from '../events/resource.ts'
import { Data } from '../http/envelope.ts'
import { resourceName } from '../receiver/arrival.ts'
import { uuid } from '../tool/arguments.ts'
import { defaultList } from '../tool/default-list.ts'
import { fieldList, formatTime, print, table } from '../tool/output.ts'
import { addEventTypes } from './event-types.ts'
import { addRestore } from './events-restore.ts'

export function addEvents(program: Command): void {
  const events = program.command('events').description('List and follow the events of a store.')
  const list = defaultList(events).description('List events, newest first.')
  addListOptions(list, 'eq(triggered_by,order.paid)').action(listEvents)
  const get = events.command('get').description('Show an event.').argument('<id>', 'id of the event', uuid)
  addApiOptions(get).action(getEvent)
  const explain = events
    .command('explain')
    .description('Show which integrations got an event, and why others did not.')
    .argument('<id>', 'id of the event', uuid)
  addApiOptions(explain).action(explainEvent)
  const tail = events.command('tail').description('Print events as they occur. Ctrl-C stops it.')
  addFollowOptions(tail, 'eq(triggered_by,order.paid)').action((options: FollowOptions) =>
    follow('/events', options, EventResource, cellsOf),
  )
  addRestore(events)
  addEventTypes(events)
}

async function listEvents(options: ListCommandOptions): Promise<void> {
  const found = await onApi(options, (connection) => readList(connection, '/events', options, EventResource))
  await printList(found, options, (events) => table(['time', 'event', 'id', 'resource'], events.map(cellsOf)))
}

function cellsOf({ meta, triggered_by, id, payload }: EventResource): string[] {
  return [formatTime(meta.timestamps.created_at), triggered_by, id, resourceName(payload)]
}

const OUTCOME_TONES = { delivered: 'good', failed: 'bad', cancelled: 'bad', pending: undefined, none: 'quiet' } as const

async function explainEvent(id: string, options: ApiOptions): Promise<void> {
  const response = await onApi(options, (connection) => connection.get(`/events/${id}/deliveries`))
  const { data } = parseResponse(Type.Object({ data: Type.Array(EventDeliveryResource) }), response)
  await print(data, options, () =>
    table(
      ['integration', 'outcome', 'why', 'job'],
      data.map(({ integration, outcome, detail, job, last_attempt }) => {
        const tone = OUTCOME_TONES[outcome]
        return [
          integration.name,
          tone === undefined ? outcome : { text: outcome, tone },
          detail ?? last_attempt?.error_detail ?? '',
          job?.id ?? '',
        ]
      }),
    ),
  )
}

async function getEvent(id: string, options: ApiOptions): Promise<void> {
  const response = await onApi(options, (connection) => connection.get(`/events/${id}`))
  const { data } = parseResponse(Data(EventResource), response)
  await print(data, options, () => {
    const [time, event, , resource] = cellsOf(data)
    const fields = fieldList([
      ['event', event ?? ''],
      ['id', id],
      ['time', time ?? ''],
      ['resource', resource ?? ''],
    ])
    return `${fields}\n${JSON.stringify(data.payload, null, 2)}\n`
  })
}
