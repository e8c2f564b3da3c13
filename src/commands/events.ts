import type { Command } from 'commander'
import { type AccountOptions, addAccountOptions, findAccount } from '../client/account.ts'
import { connect } from '../client/connection.ts'
import { type ListOptions, readList } from '../client/list.ts'
import { EventResource } from '../events/resource.ts'
import { resourceName } from '../receiver/arrival.ts'
import { wholeNumber } from '../tool/arguments.ts'
import { localTime, print, table } from '../tool/output.ts'
import { addEventTypes } from './event-types.ts'

export function addEvents(program: Command): void {
  const events = program
    .command('events')
    .description('List recent events, newest first.')
    .enablePositionalOptions()
    .option('--filter <filter>', "for example 'eq(triggered_by,order.paid)' or 'ge(created_at,2026-11-20)'")
    .option('--limit <count>', 'maximum number of events', wholeNumber(1, 100), 25)
    .option('--json', 'print a JSON array')
  addAccountOptions(events)
    .addHelpText('after', "\nExample:\n  tidings events --filter 'eq(triggered_by,order.paid)' --limit 5")
    .action(list)
  addEventTypes(events)
}

async function list(options: AccountOptions & ListOptions & { json?: true }): Promise<void> {
  const connection = await connect(await findAccount(options))
  const events = await readList(connection, '/events', options, EventResource)
  print(events, options, () =>
    table(
      ['time', 'event', 'id', 'resource'],
      events.map(({ meta, triggered_by, id, payload }) => [
        localTime(new Date(meta.timestamps.created_at)),
        triggered_by,
        id,
        resourceName(payload),
      ]),
    ),
  )
}
