import type { Command } from 'commander'
import { OrganizationResource } from '../access/api/organization.ts'
import { createAudited, listOrganizations } from '../access/organizations.ts'
import { byCommandLine } from '../audit/record.ts'
import { type AccountOptions, addServerOptions } from '../client/account.ts'
import { parseResponse, readPages } from '../client/list.ts'
import { Data } from '../http/envelope.ts'
import { withFoundation } from '../tool/on-foundation.ts'
import { addOutput, formatTime, type OutputOptions, print, table } from '../tool/output.ts'
import { onServerOrDatabase, SERVER_OR_DATABASE } from './administration/server-or-database.ts'

export function addOrganizations(program: Command): void {
  const organizations = program.command('organizations').description('Manage organizations, which own stores.')
  const creation = organizations
    .command('create')
    .description('Create an organization. On a server it takes a key of the deployment.')
    .requiredOption('--name <name>', 'name of the organization')
  addServerOptions(addOutput(creation)).addHelpText('after', `${SERVER_OR_DATABASE}${EXAMPLE}`).action(create)
  const all = organizations
    .command('list')
    .description('List all organizations. On a server it takes a key of the deployment.')
  addServerOptions(addOutput(all)).addHelpText('after', SERVER_OR_DATABASE).action(list)
}

const EXAMPLE = `

Example:
  tidings organizations create --name "Marsh & Sons"`

type ServerOptions = OutputOptions & AccountOptions

/** An organization to print, from the server or the database. */
type ShownOrganization = { id: string; name: string; created_at: string | Date; updated_at: string | Date }

async function create({ name, ...options }: ServerOptions & { name: string }): Promise<void> {
  const organization = await onServerOrDatabase<ShownOrganization>(options, {
    async server(connection) {
      const response = await connection.post('/organizations', { data: { name } })
      return shown(parseResponse(Data(OrganizationResource), response).data)
    },
    database: () =>
      withFoundation(({ db, clock }) =>
        createAudited(db, { name, requested_by: byCommandLine('CreateOrganization') }, clock()),
      ),
  })
  await print(organization, options, () => `Created organization ${organization.id}.\n`)
}

function shown({ id, name, meta }: OrganizationResource): ShownOrganization {
  return { id, name, ...meta.timestamps }
}

async function list(options: ServerOptions): Promise<void> {
  const organizations = await onServerOrDatabase<ShownOrganization[]>(options, {
    server: async (connection) => (await readPages(connection, '/organizations', OrganizationResource)).map(shown),
    database: () => withFoundation(({ db }) => listOrganizations(db)),
  })
  await print(organizations, options, () =>
    table(
      ['id', 'name', 'created'],
      organizations.map(({ id, name, created_at }) => [id, name, formatTime(created_at)]),
    ),
  )
}
