import type { Command } from 'commander'
import { createStore, listStores } from '../app/stores.ts'
import { uuid } from '../tool/arguments.ts'
import { onFoundation } from '../tool/on-foundation.ts'
import { addOutput, type OutputOptions, print, shownTime, table } from '../tool/output.ts'

export function addStores(program: Command): void {
  const stores = program
    .command('stores')
    .description('Manage stores, each with its own integrations, events and settings.')
  addOutput(
    stores
      .command('create')
      .description('Create a store.')
      .requiredOption('--organization <id>', 'id of the organization that owns the store', uuid)
      .requiredOption('--name <name>', 'name of the store')
      .requiredOption('--scope <scope>', 'short name in storefront URLs, unique on this server')
      .option('--currency <code>', 'default currency (ISO 4217)', 'USD'),
  )
    .addHelpText(
      'after',
      '\nExample:\n  tidings stores create --organization 019b8a10-… --name "Marsh Books" --scope books',
    )
    .action(create)
  addOutput(
    stores
      .command('list')
      .description('List stores.')
      .option('--organization <id>', 'only stores of this organization', uuid),
  ).action(list)
}

type CreateOptions = OutputOptions & { organization: string; name: string; scope: string; currency: string }

async function create({ organization, name, scope, currency, ...output }: CreateOptions): Promise<void> {
  const store = await createAndAnnounce({ organization_id: organization, name, scope, currency })
  await print(store, output, () => `Created store ${store.id}.\n`)
}

/** Creates the store and wakes the workers to deliver its events. */
function createAndAnnounce(store: Parameters<typeof createStore>[1]) {
  return onFoundation(async (foundation) => {
    // Loads the server, which the other commands do without.
    const { run } = await import('../app/run.ts')
    const running = await run(foundation, [])
    try {
      return await createStore(running.integrationDeps, store, foundation.clock())
    } finally {
      await running.close()
    }
  })
}

async function list({ organization, ...output }: OutputOptions & { organization?: string }): Promise<void> {
  const stores = await onFoundation(({ db }) => listStores(db, organization ?? null))
  await print(stores, output, () =>
    table(
      ['id', 'scope', 'name', 'organization', 'created'],
      stores.map((store) => [store.id, store.scope, store.name, store.organization_id, shownTime(store.created_at)]),
    ),
  )
}
