import type { Command } from 'commander'
import { type AccountOptions, addAccountOptions, findAccount } from '../client/account.ts'
import { connect } from '../client/connection.ts'
import { type ListOptions, readList } from '../client/list.ts'
import { IntegrationResource } from '../integrations/integration.ts'
import { declarationOf } from '../integrations/kinds/kinds.ts'
import { wholeNumber } from '../tool/arguments.ts'
import { print, table } from '../tool/output.ts'

export function addIntegrations(program: Command): void {
  const integrations = program
    .command('integrations')
    .description('List integrations: each sends the events that it observes to a target.')
  const listing = integrations
    .command('list')
    .description('List integrations.')
    .option('--filter <filter>', "for example 'eq(enabled,true)'")
    .option('--limit <count>', 'maximum number of integrations', wholeNumber(1, 100), 25)
    .option('--json', 'print a JSON array, including the secrets that the API returns')
  addAccountOptions(listing).action(list)
}

async function list(options: AccountOptions & ListOptions & { json?: true }): Promise<void> {
  const connection = await connect(await findAccount(options))
  const integrations = await readList(connection, '/integrations', options, IntegrationResource)
  print(integrations, options, () =>
    table(
      ['id', 'type', 'enabled', 'name', 'target'],
      integrations.map(({ id, integration_type, enabled, name, configuration }) => [
        id,
        integration_type,
        enabled ? 'yes' : 'no',
        name,
        declarationOf(integration_type)
          .addresses.map((member) => String(configuration[member] ?? ''))
          .join(', '),
      ]),
    ),
  )
}
