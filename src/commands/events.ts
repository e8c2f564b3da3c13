import type { Command } from 'commander'
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
import { EventResource } from '../events/resource.ts'
import { Data } from '../http/envelope.ts'
import { resourceName } from '../receiver/arrival.ts'
import { uuid } from '../tool/arguments.ts'
import { fieldList, print, shownTime, table } from '../tool/output.ts'
import { addEventTypes } from './event-types.ts'

export function addEvents(program: Command): void {
  const events = program.command('events').description('List and follow the events of a store.')
  const list = events.command('list', { isDefault: true }).description('List events, newest first.')
  addListOptions(list, 'eq(triggered_by,order.paid)').action(listEvents)
  const get = events.command('get').description('Show an event.').argument('<id>', 'id of the event', uuid)
  addApiOptions(get).action(getEvent)
  const tail = events.command('tail').description('Print events as they occur. Ctrl-C stops it.')
  addFollowOptions(tail, 'eq(triggered_by,order.paid)').action((options: FollowOptions) =>
    follow('/events', options, EventResource, cellsOf),
  )
  addEventTypes(events)
}

async function listEvents(options: ListCommandOptions): Promise<void> {
  const found = await onApi(options, (connection) => readList(connection, '/events', options, EventResource))
  await printList(found, options, (events) => table(['time', 'event', 'id', 'resource'], events.map(cellsOf)))
}

function cellsOf({ meta, triggered_by, id, payload }: EventResource): string[] {
  return [shownTime(meta.timestamps.created_at), triggered_by, id, resourceName(payload)]
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
