import type { Command } from 'commander'
import { type AccountOptions, addAccountOptions, findAccount } from '../client/account.ts'
import { connect } from '../client/connection.ts'
import { parseResponse, readPages } from '../client/list.ts'
import { Data } from '../http/envelope.ts'
import { EventTypeResource } from '../own-types/own-type.ts'
import { messageOf } from '../tool/failure.ts'
import { print, table } from '../tool/output.ts'
import { readInput } from '../tool/read-input.ts'

export function addEventTypes(events: Command): void {
  const types = events
    .command('types')
    .description("List the event types that can be observed: the built-in ones and the store's own.")
    .enablePositionalOptions()
    .option('--own', "list only the store's own")
    .option('--json', 'print a JSON array, with schemas and samples')
  addAccountOptions(types).action(list)
  const put = types
    .command('put')
    .description('Create or replace an event type of the store.')
    .argument('<key>', 'its key, for example acme.order.approved')
    .argument('<file>', "JSON file with {description?, payload?, sample}; '-' reads standard input")
    .option('--json', 'print the event type as JSON')
  addAccountOptions(put)
    .addHelpText(
      'after',
      '\nExample:\n  echo \'{"sample":{"data":{"type":"approval","id":"1"}}}\' | tidings events types put acme.order.approved -',
    )
    .action(putType)
}

type ListOptions = AccountOptions & { own?: true; json?: true }

async function list(options: ListOptions): Promise<void> {
  const connection = await connect(await findAccount(options))
  const all = await readPages(connection, '/events/types', EventTypeResource)
  const types = options.own ? all.filter(({ declared_by }) => declared_by === 'store') : all
  print(types, options, () =>
    table(
      ['key', 'declared by', 'description'],
      types.map(({ key, declared_by, description }) => [key, declared_by, description]),
    ),
  )
}

async function putType(key: string, file: string, options: AccountOptions & { json?: true }): Promise<void> {
  const body = { data: parse(await readInput(file)) }
  const connection = await connect(await findAccount(options))
  const response = await connection.put(`/events/types/${encodeURIComponent(key)}`, body)
  const { data } = parseResponse(Data(EventTypeResource), response)
  print(data, options, () => `Events with the key ${data.key} can be published and observed.\n`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`The event type is invalid JSON: ${messageOf(error)}.`)
  }
}
