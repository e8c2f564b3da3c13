import type { Command } from 'commander'
import { StoreResource } from '../access/api/store.ts'
import { createStore, listStores } from '../app/cross-module/stores.ts'
import { byCommandLine } from '../audit/record.ts'
import { type AccountOptions, addServerOptions } from '../client/account.ts'
import { parseResponse, readPages } from '../client/list.ts'
import { Data } from '../http/envelope.ts'
import { uuid } from '../tool/arguments.ts'
import { withFoundation } from '../tool/on-foundation.ts'
import { addOutput, formatTime, type OutputOptions, print, table } from '../tool/output.ts'
import { isOnServer, onServerOrDatabase, SERVER_OR_DATABASE } from './administration/server-or-database.ts'

export function addStores(program: Command): void {
  const stores = program
    .command('stores')
    .description('Manage stores, each with its own integrations, events and settings.')
  const creation = stores
    .command('create')
    .description('Create a store.')
    .option('--organization <id>', 'id of the organization that owns the store; a server uses that of the key', uuid)
    .requiredOption('--name <name>', 'name of the store')
    .requiredOption('--scope <scope>', 'short name in storefront URLs, unique on this server')
    .option('--currency <code>', 'default currency (ISO 4217)', 'USD')
  addServerOptions(addOutput(creation)).addHelpText('after', `${SERVER_OR_DATABASE}${EXAMPLE}`).action(create)
  const all = stores
    .command('list')
    .description('List stores.')
    .option('--organization <id>', 'only stores of this organization', uuid)
  addServerOptions(addOutput(all)).addHelpText('after', SERVER_OR_DATABASE).action(list)
}

const EXAMPLE = `

Example:
  tidings stores create --organization 019b8a10-… --name "Marsh Books" --scope books`

type ServerOptions = OutputOptions & AccountOptions
type CreateOptions = ServerOptions & { organization?: string; name: string; scope: string; currency: string }

async function create(options: CreateOptions, command: Command): Promise<void> {
  const { organization, name, scope, currency } = options
  const isRemote = await isOnServer(options)
  if (isRemote && organization !== undefined)
    command.error('error: --organization needs the database; a server creates stores for the organization of the key.')
  if (!isRemote && organization === undefined) command.error('error: Use --organization to name the owner.')
  const store = await onServerOrDatabase<ShownStore>(options, {
    async server(connection) {
      const response = await connection.post('/stores', { data: { name, scope, currency } })
      return shown(parseResponse(Data(StoreResource), response).data)
    },
    database: () => {
      const requested_by = byCommandLine('CreateStore')
      return createAndAnnounce({ organization_id: organization ?? '', name, scope, currency, requested_by })
    },
  })
  await print(store, options, () => `Created store ${store.id}.\n`)
}

/** A store to print, from the server or the database. */
type ShownStore = {
  id: string
  organization_id: string
  name: string
  scope: string
  created_at: string | Date
  updated_at: string | Date
}

function shown({ id, name, scope, relationships, meta }: StoreResource): ShownStore {
  return { id, organization_id: relationships.organization.data.id, name, scope, ...meta.timestamps }
}

function createAndAnnounce(store: Parameters<typeof createStore>[1]) {
  return withFoundation(async (foundation) => {
    // Imported lazily, because other commands do not need the server.
    const { run } = await import('../app/run.ts')
    const running = await run(foundation, [])
    try {
      return await createStore(running.integrationDeps, store, foundation.clock())
    } finally {
      await running.close()
    }
  })
}

async function list({ organization, ...options }: ServerOptions & { organization?: string }): Promise<void> {
  const all = await onServerOrDatabase<ShownStore[]>(options, {
    server: async (connection) => (await readPages(connection, '/stores', StoreResource)).map(shown),
    database: () => withFoundation(({ db }) => listStores(db, organization ?? null)),
  })
  const stores = all.filter((store) => organization === undefined || store.organization_id === organization)
  await print(stores, options, () =>
    table(
      ['id', 'scope', 'name', 'organization', 'created'],
      stores.map((store) => [store.id, store.scope, store.name, store.organization_id, formatTime(store.created_at)]),
    ),
  )
}
