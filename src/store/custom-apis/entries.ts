import type { Database } from '../../db/database.ts'
import type { Listed } from '../../db/list.ts'
import { AppError, invalid, notFound } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { checkVersion } from '../../kernel/version.ts'
import { lockOne } from '../kit/operations.ts'
import { insert, remove, save } from '../kit/rows.ts'
import { listRows, selectRow, selectRows } from '../kit/store.ts'
import { change, type StoreDeps, type Work } from '../kit/work.ts'
import { type CustomApi, customApis } from './custom-api.ts'
import { type CustomField, customFields } from './custom-field.ts'
import { type Entry, type EntryResource, entriesOf } from './entry.ts'
import { uniquenessOf } from './rules/definition.ts'
import { readEntry } from './rules/read-entry.ts'
import { type ApiName, deleteKeysOfEntry, insertKeysOfEntry, lockApi, lockKeys, selectEntryByKey } from './store.ts'

/** A custom API with its current fields, and the resource that these declare. */
export type LoadedApi = { api: CustomApi; fields: readonly CustomField[]; resource: EntryResource }

/** An entry with the resource that presents it. */
export type Shown = { resource: EntryResource; row: Entry }

type Sent = Readonly<Record<string, unknown>>

/** Loads a custom API with its fields. Throws `not_found`. */
export async function loadApi(db: Database, owner: Owner, name: ApiName): Promise<LoadedApi> {
  const api = await findApi(db, owner, name)
  const scope = { owner_id: api.owner_id, custom_api_id: api.id }
  const fields = (await selectRows(db, customFields, scope)) satisfies readonly CustomField[]
  return { api, fields, resource: entriesOf(api, fields) }
}

async function findApi(db: Database, owner: Owner, name: ApiName): Promise<CustomApi> {
  const api = await selectRow(db, customApis, { owner_id: ownerId(owner), ...name })
  if (api === undefined) throw notFound('custom API')
  return api
}

/** Reads an entry. Throws `not_found`. */
export async function getEntry(db: Database, owner: Owner, name: ApiName, key: string): Promise<Shown> {
  const loaded = await loadApi(db, owner, name)
  const { api, resource } = loaded
  const id = await idOfEntry(db, loaded, key)
  const row = await selectRow(db, resource, { owner_id: api.owner_id, custom_api_id: api.id, id })
  if (row === undefined) throw notFound(resource.singular)
  return { resource, row }
}

/** Resolves the key of an entry: its id, or the value that its URL ends in. Throws `not_found`. */
async function idOfEntry(db: Database, { fields, resource }: LoadedApi, key: string): Promise<string> {
  const field = fields.find(({ use_as_url_slug }) => use_as_url_slug)
  const named = isUuid(key) ? key.toLowerCase() : null
  const id = field === undefined ? named : await selectEntryByKey(db, field, key, comparisonOf(field))
  if (id === null) throw notFound(resource.singular)
  return id
}

function comparisonOf({ validation }: CustomField): 'exact' | 'ignoring-case' {
  return uniquenessOf(validation) === 'ignoring-case' ? 'ignoring-case' : 'exact'
}

export function listEntries(db: Database, { api, resource }: LoadedApi, request: ListRequest): Promise<Listed<Entry>> {
  return listRows(db, resource, { owner_id: api.owner_id, custom_api_id: api.id }, request)
}

/** Creates an entry. Throws `not_found` for the custom API, `invalid`, and `conflict` for a duplicate unique value. */
export function createEntry(deps: StoreDeps, owner: Owner, name: ApiName, sent: Sent): Promise<Shown> {
  return change(deps, owner, async (work) => {
    const loaded = await loadForWrite(work, name)
    const values = readValues(loaded, sent, null)
    const row = await insert(work, loaded.resource, { custom_api_id: loaded.api.id, values })
    await insertUniqueKeys(work, loaded, row)
    return { resource: loaded.resource, row }
  })
}

export type Change = {
  /** The id of the entry, or the value that its URL ends in. */
  key: string
  /** The version in `If-Match`; null without the header. */
  expected_version: number | null
}

/** Updates the sent members; others keep their values. Throws `not_found`, `invalid` and `conflict`. */
export function updateEntry(
  deps: StoreDeps,
  owner: Owner,
  name: ApiName,
  update: Change & { sent: Sent },
): Promise<Shown> {
  return change(deps, owner, async (work) => {
    const loaded = await loadForWrite(work, name)
    const before = await lockEntry(work, loaded, update)
    const row = await save(work, loaded.resource, before, { values: readValues(loaded, update.sent, before) })
    if (row !== before) {
      await deleteKeysOfEntry(work.tx, row)
      await insertUniqueKeys(work, loaded, row)
    }
    return { resource: loaded.resource, row }
  })
}

/** Deletes an entry and returns its identifier. Throws `not_found` and `conflict`. */
export function removeEntry(deps: StoreDeps, owner: Owner, name: ApiName, removal: Change) {
  return change(deps, owner, async (work) => {
    const loaded = await loadForWrite(work, name)
    const row = await lockEntry(work, loaded, removal)
    await remove(work, loaded.resource, row)
    return { type: loaded.api.api_type, id: row.id }
  })
}

/** Loads a custom API and locks its fields against changes until the transaction ends. */
async function loadForWrite(work: Work, name: ApiName): Promise<LoadedApi> {
  const { owner_id, id } = await findApi(work.tx, work.owner, name)
  await lockApi(work.tx, owner_id, id, 'share')
  // Loaded after the lock, since the API may have changed before.
  const loaded = await loadApi(work.tx, work.owner, name)
  if (uniqueFields(loaded).length > 0) await lockKeys(work.tx, loaded.api)
  return loaded
}

async function lockEntry(work: Work, loaded: LoadedApi, { key, expected_version }: Change): Promise<Entry> {
  const { api, resource } = loaded
  const id = await idOfEntry(work.tx, loaded, key)
  const row = await lockOne(work, resource, { custom_api_id: api.id, id })
  checkVersion(resource.singular, row.version, expected_version)
  return row
}

function readValues({ api, fields }: LoadedApi, sent: Sent, before: Entry | null): Entry['values'] {
  const { values, problems } = readEntry(api.api_type, fields, sent, before?.values ?? null)
  if (problems.length > 0) throw invalid(problems)
  return values
}

async function insertUniqueKeys({ tx }: Work, loaded: LoadedApi, row: Entry): Promise<void> {
  const unique = uniqueFields(loaded)
  if (unique.length === 0) return
  const keys = unique.map((field) => ({ id: field.id, ignores_case: comparisonOf(field) === 'ignoring-case' }))
  const taken = await insertKeysOfEntry(tx, row, keys)
  if (taken.length === 0) return
  const problems = unique
    .filter(({ id }) => taken.includes(id))
    .map(({ slug }) => ({ detail: `Another entry has this ${slug}.`, pointer: `/data/${slug}` }))
  throw new AppError('conflict', problems)
}

function uniqueFields({ fields }: LoadedApi): CustomField[] {
  return fields.filter(({ validation }) => uniquenessOf(validation) !== 'none')
}
