import type { Command } from 'commander'
import { recordKey } from '../access/audit.ts'
import { createKey, type Key, listKeys } from '../access/keys.ts'
import { revokeAudited } from '../access/revoke-key.ts'
import type { KeyOwner } from '../access/sql/keys.ts'
import { organizationOfStore } from '../access/store.ts'
import { byCommandLine } from '../audit/record.ts'
import { type AccountOptions, addServerOptions } from '../client/account.ts'
import type { Database } from '../db/database.ts'
import { transact } from '../db/transaction.ts'
import { notFound } from '../kernel/errors.ts'
import { isUuid } from '../kernel/ids.ts'
import type { Permission } from '../kernel/permissions.ts'
import { futureTime, permission, uuid } from '../tool/arguments.ts'
import { withFoundation } from '../tool/on-foundation.ts'
import { addOutput, formatTime, type OutputOptions, print, table } from '../tool/output.ts'
import { createOnServer, listOnServer, revokeOnServer, type ShownKey } from './administration/keys-on-server.ts'
import { isOnServer, onServerOrDatabase, SERVER_OR_DATABASE } from './administration/server-or-database.ts'

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('Manage keys, with which clients get access tokens.')
  const creation = keys
    .command('create')
    .description('Create a key for a store, an organization or the deployment. Its secret is printed once.')
    .option('--store <id>', 'id of the store', uuid)
    .option('--organization <id>', 'id of the organization', uuid)
    .option('--deployment', 'for the whole installation: its organizations, workers and queues, and no data of stores')
    .option('--name <name>', 'name that describes the use of the key', 'key')
    .option('--permission <permission>', 'limit the key to this permission; can be repeated', permission)
    .option('--expires <time>', 'expiry: a time, or 90d for 90 days from now', futureTime)
  addServerOptions(addOutput(creation)).addHelpText('after', `${CREATE}${SERVER_OR_DATABASE}${EXAMPLE}`).action(create)
  const list = keys
    .command('list')
    .description('List keys, including revoked keys.')
    .option('--organization <id>', 'only keys of this organization and its stores', uuid)
    .option('--store <id>', 'only keys of this store', uuid)
  addServerOptions(addOutput(list)).addHelpText('after', SERVER_OR_DATABASE).action(listAll)
  const revocation = keys
    .command('revoke')
    .description('Revoke a key. It gets no new tokens, and its existing tokens become invalid within 5 seconds.')
    .argument('<key>', 'id or client id of the key')
  addServerOptions(addOutput(revocation)).addHelpText('after', SERVER_OR_DATABASE).action(revoke)
}

const CREATE = `
Without --permission a key can do everything of its store or organization. docs/guides/permissions.md lists permissions.
`
const EXAMPLE = `

Examples:
  tidings keys create --store 019b8a10-… --name warehouse
  tidings keys create --store 019b8a10-… --name erp --permission events:read --permission integrations:read --expires 90d`

type OwnerOptions = { store?: string; organization?: string; deployment?: true }
type CreateOptions = OutputOptions &
  AccountOptions &
  OwnerOptions & { name: string; permission?: readonly Permission[]; expires?: number }

async function create(options: CreateOptions, command: Command): Promise<void> {
  const { store, organization, deployment, name, permission: permissions, expires: expires_at } = options
  const owners = [store, organization, deployment].filter((owner) => owner !== undefined)
  if (await isOnServer(options)) {
    if (organization !== undefined || deployment !== undefined)
      command.error('error: --organization and --deployment need the database; a server creates keys for its caller.')
  } else if (owners.length !== 1) {
    command.error('error: Use one of --store, --organization and --deployment.')
  }
  const limits = { ...(permissions !== undefined && { permissions: [...permissions] }) }
  const key = await onServerOrDatabase<NewShownKey>(options, {
    server: (connection) => {
      const expiry = expires_at === undefined ? {} : { expires_at: new Date(expires_at).toISOString() }
      return createOnServer(connection, { name, ...limits, ...expiry })
    },
    database: () =>
      withFoundation(async ({ db, clock }) => {
        const owner = await ownerOf(db, options)
        const now = clock()
        return transact(db, async (tx) => {
          const created = await createKey(tx, { ...owner, name, ...limits, expires_at: expires_at ?? null }, now)
          await recordKey(tx, byCommandLine('CreateKey'), { before: null, after: created }, now)
          return created
        })
      }),
  })
  await print(key, options, () => describeNew(key))
}

async function ownerOf(db: Database, { store, organization }: OwnerOptions): Promise<KeyOwner> {
  if (store === undefined) return { organization_id: organization ?? null, store_id: null }
  const organization_id = await organizationOfStore(db, store)
  if (organization_id === null) throw notFound('store')
  return { organization_id, store_id: store }
}

type NewShownKey = ShownKey & { client_secret: string }

function describeNew({ id, client_id, client_secret }: NewShownKey): string {
  return `Created key ${id}.
  client id      ${client_id}
  client secret  ${client_secret}
Save the secret now: only its hash is stored, so it cannot be displayed again.
`
}

type ListOptions = OutputOptions & AccountOptions & { organization?: string }

async function listAll({ organization, ...options }: ListOptions): Promise<void> {
  const all = await onServerOrDatabase<ShownKey[]>(options, {
    server: listOnServer,
    database: () => withFoundation(({ db }) => listKeys(db, organization ?? null)),
  })
  const keys = all.filter(
    (key) =>
      (options.store === undefined || key.store_id === options.store) &&
      (organization === undefined || key.organization_id === organization),
  )
  await print(keys, options, () =>
    table(
      ['id', 'name', 'owner', 'client id', 'permissions', 'created', 'last used', 'expires', 'revoked'],
      keys.map((key) => [
        key.id,
        key.name,
        describeOwner(key),
        key.client_id,
        key.permissions?.join(' ') ?? 'all',
        formatTime(key.created_at),
        formatTime(key.last_used_at),
        formatTime(key.expires_at),
        formatTime(key.revoked_at),
      ]),
    ),
  )
}

function describeOwner({ organization_id, store_id }: KeyOwner): string {
  if (store_id !== null) return `store ${store_id}`
  return organization_id === null ? 'deployment' : `organization ${organization_id}`
}

async function revoke(named: string, options: OutputOptions & AccountOptions): Promise<void> {
  const key = await onServerOrDatabase<ShownKey>(options, {
    server: (connection) => revokeOnServer(connection, named),
    database: () =>
      withFoundation(async ({ db, clock }) => {
        const [id, now] = [await idOf(db, named), clock()]
        return revokeAudited(db, id, byCommandLine('RevokeKey'), now)
      }),
  })
  await print(key, options, () => `Revoked key ${key.id}.\n`)
}

async function idOf(db: Database, named: string): Promise<string> {
  if (isUuid(named)) return named
  const key: Key | undefined = (await listKeys(db, null)).find(({ client_id }) => client_id === named)
  if (key === undefined) throw notFound('key')
  return key.id
}
