import type { Command } from 'commander'
import { createKey, type Key, listKeys, type NewKey, revokeKey } from '../access/keys.ts'
import { organizationOfStore } from '../access/store.ts'
import type { Database } from '../db/database.ts'
import { notFound } from '../kernel/errors.ts'
import { isUuid } from '../kernel/ids.ts'
import type { Owner } from '../kernel/owner.ts'
import { uuid } from '../tool/arguments.ts'
import { onFoundation } from '../tool/on-foundation.ts'
import { addOutput, type OutputOptions, print, shownTime, table } from '../tool/output.ts'

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('Manage keys, with which clients get access tokens.')
  addOutput(
    keys
      .command('create')
      .description('Create a key for a store or an organization. Its secret is printed once.')
      .option('--store <id>', 'id of the store', uuid)
      .option('--organization <id>', 'id of the organization', uuid)
      .option('--name <name>', 'name that says what the key is used for', 'key'),
  )
    .addHelpText('after', '\nExample:\n  tidings keys create --store 019b8a10-… --name warehouse')
    .action(create)
  addOutput(
    keys
      .command('list')
      .description('List keys, including revoked keys.')
      .option('--organization <id>', 'only keys of this organization and its stores', uuid)
      .option('--store <id>', 'only keys of this store', uuid),
  ).action(list)
  addOutput(
    keys
      .command('revoke')
      .description('Revoke a key. It gets no new tokens, and its existing tokens become invalid within 5 seconds.')
      .argument('<key>', 'id or client id of the key'),
  ).action(revoke)
}

type CreateOptions = OutputOptions & { store?: string; organization?: string; name: string }

async function create({ store, organization, name, ...output }: CreateOptions, command: Command): Promise<void> {
  const named = store ?? organization
  if (named === undefined || (store !== undefined && organization !== undefined)) {
    command.error('error: Use either --store or --organization.')
  }
  const key = await onFoundation(async ({ db, clock }) => {
    const owner = store === undefined ? { organization_id: named, store_id: null } : await ownerOfStore(db, store)
    return createKey(db, { ...owner, name }, clock())
  })
  await print(key, output, () => describeNew(key))
}

async function ownerOfStore(db: Database, store_id: string): Promise<Owner> {
  const organization_id = await organizationOfStore(db, store_id)
  if (organization_id === null) throw notFound('store')
  return { organization_id, store_id }
}

function describeNew({ id, client_id, client_secret }: NewKey): string {
  return `Created key ${id}.
  client id      ${client_id}
  client secret  ${client_secret}
Save the secret now: only its hash is stored, so it cannot be displayed again.
`
}

type ListOptions = OutputOptions & { organization?: string; store?: string }

async function list({ organization, store, ...output }: ListOptions): Promise<void> {
  const all = await onFoundation(({ db }) => listKeys(db, organization ?? null))
  const keys = all.filter((key) => store === undefined || key.store_id === store)
  await print(keys, output, () =>
    table(
      ['id', 'name', 'owner', 'client id', 'created', 'revoked'],
      keys.map((key) => [
        key.id,
        key.name,
        key.store_id === null ? `organization ${key.organization_id}` : `store ${key.store_id}`,
        key.client_id,
        shownTime(key.created_at),
        key.revoked_at === null ? '' : shownTime(key.revoked_at),
      ]),
    ),
  )
}

async function revoke(named: string, output: OutputOptions): Promise<void> {
  const key = await onFoundation(async ({ db, clock }) => revokeKey(db, await idOf(db, named), clock()))
  await print(key, output, () => `Revoked key ${key.id}.\n`)
}

async function idOf(db: Database, named: string): Promise<string> {
  if (isUuid(named)) return named
  const key: Key | undefined = (await listKeys(db, null)).find(({ client_id }) => client_id === named)
  if (key === undefined) throw notFound('key')
  return key.id
}
