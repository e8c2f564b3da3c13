import type { Command } from 'commander'
import { run } from '../app/run.ts'
import { createStore, listStores } from '../app/stores.ts'
import { uuid } from '../tool/arguments.ts'
import { onFoundation } from '../tool/on-foundation.ts'
import { localTime, print, table } from '../tool/output.ts'

export function addStores(program: Command): void {
  const stores = program.command('stores').description('Stores: each has its own integrations, events and settings.')
  stores
    .command('create')
    .description('Create a store.')
    .requiredOption('--organization <id>', 'the organization that owns it', uuid)
    .requiredOption('--name <name>', 'its name')
    .requiredOption('--scope <scope>', 'short name, unique on the server, used in storefront addresses')
    .option('--currency <code>', 'its default currency, ISO 4217', 'USD')
    .option('--json', 'print a JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  tidings stores create --organization 019b8a10-… --name "Marsh Books" --scope books',
    )
    .action(create)
  stores
    .command('list')
    .description('List stores.')
    .option('--organization <id>', 'only those of this organization', uuid)
    .option('--json', 'print a JSON array')
    .action(list)
}

type CreateOptions = { organization: string; name: string; scope: string; currency: string; json?: true }

async function create({ organization, name, scope, currency, json }: CreateOptions): Promise<void> {
  const store = await make({ organization_id: organization, name, scope, currency })
  print(store, { json }, () => `Made store ${store.id}.\n`)
}

/** Its event goes out like that of any process: the workers that run are woken. */
function make(store: Parameters<typeof createStore>[1]) {
  return onFoundation(async (foundation) => {
    const running = await run(foundation, [])
    try {
      return await createStore(running.integrationDeps, store, foundation.clock())
    } finally {
      await running.close()
    }
  })
}

async function list({ organization, json }: { organization?: string; json?: true }): Promise<void> {
  const stores = await onFoundation(({ db }) => listStores(db, organization ?? null))
  print(stores, { json }, () =>
    table(
      ['id', 'scope', 'name', 'organization', 'created'],
      stores.map((store) => [store.id, store.scope, store.name, store.organization_id, localTime(store.created_at)]),
    ),
  )
}
