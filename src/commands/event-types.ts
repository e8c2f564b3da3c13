import type { Command } from 'commander'
import { parseResponse, readPages } from '../client/list.ts'
import { type ApiOptions, addApiOptions, onApi } from '../client/on-api.ts'
import { Data } from '../http/envelope.ts'
import { EventTypeResource } from '../own-types/own-type.ts'
import { print, table } from '../tool/output.ts'
import { readData } from '../tool/read-data.ts'

export function addEventTypes(events: Command): void {
  const types = events
    .command('types')
    .description("List the event types that can be observed: the built-in ones and the store's own.")
    .enablePositionalOptions()
    .option('--own', "list only the store's own")
  addApiOptions(types).action(list)
  const put = types
    .command('put')
    .description('Create or replace an event type of the store.')
    .argument('<key>', 'its key, for example acme.order.approved')
    .argument('<file>', "JSON or YAML file with {description?, payload?, sample}; '-' reads standard input")
  addApiOptions(put)
    .addHelpText(
      'after',
      '\nExample:\n  echo \'{"sample":{"data":{"type":"approval","id":"1"}}}\' | tidings events types put acme.order.approved -',
    )
    .action(putType)
}

type ListOptions = ApiOptions & { own?: true }

async function list(options: ListOptions): Promise<void> {
  const all = await onApi(options, (connection) => readPages(connection, '/events/types', EventTypeResource))
  const types = options.own ? all.filter(({ declared_by }) => declared_by === 'store') : all
  await print(types, options, () =>
    table(
      ['key', 'declared by', 'description'],
      types.map(({ key, declared_by, description }) => [key, declared_by, description]),
    ),
  )
}

async function putType(key: string, file: string, options: ApiOptions): Promise<void> {
  const body = { data: await readData(file) }
  const response = await onApi(options, (connection) =>
    connection.put(`/events/types/${encodeURIComponent(key)}`, body),
  )
  const { data } = parseResponse(Data(EventTypeResource), response)
  await print(data, options, () => `Events with the key ${data.key} can be published and observed.\n`)
}
