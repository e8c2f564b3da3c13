import type { Listed } from '../../db/list.ts'
import type { Database } from '../../db/tables.ts'
import { AppError, invalid, notFound } from '../../kernel/errors.ts'
import type { ListRequest } from '../../kernel/list.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { checkVersion } from '../../kernel/version.ts'
import { insert, remove, save } from '../kit/rows.ts'
import { listRows, selectRow, selectRows } from '../kit/store.ts'
import { lockOne } from '../kit/verbs.ts'
import { change, type StoreDeps, type Work } from '../kit/work.ts'
import { type CustomApi, customApis } from './custom-api.ts'
import { type CustomField, customFields } from './custom-field.ts'
import { type Entry, type EntryResource, entriesOf } from './entry.ts'
import { readEntry } from './rules/read-entry.ts'
import { type ApiName, deleteKeysOfEntry, insertKeysOfEntry, lockApi, lockKeys } from './store.ts'

/** A custom API as it is at the moment, and the resource that it declares. */
export type OpenApi = { api: CustomApi; fields: readonly CustomField[]; resource: EntryResource }

/** An entry with the resource that shows it. */
export type Shown = { resource: EntryResource; row: Entry }

type Sent = Readonly<Record<string, unknown>>

/** Throws `not_found`. */
export async function openApi(db: Database, owner: Owner, name: ApiName): Promise<OpenApi> {
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

/** Throws `not_found`. */
export async function getEntry(db: Database, owner: Owner, name: ApiName, id: string): Promise<Shown> {
  const { api, resource } = await openApi(db, owner, name)
  const row = await selectRow(db, resource, { owner_id: api.owner_id, custom_api_id: api.id, id })
  if (row === undefined) throw notFound(resource.one)
  return { resource, row }
}

export function listEntries(db: Database, { api, resource }: OpenApi, request: ListRequest): Promise<Listed<Entry>> {
  return listRows(db, resource, { owner_id: api.owner_id, custom_api_id: api.id }, request)
}

/** Throws `not_found` for the custom API, `invalid`, and `conflict` where another entry has the value of a unique field. */
export function createEntry(deps: StoreDeps, owner: Owner, name: ApiName, sent: Sent): Promise<Shown> {
  return change(deps, owner, async (work) => {
    const open = await openToWrite(work, name)
    const values = readValues(open, sent, null)
    const row = await insert(work, open.resource, { custom_api_id: open.api.id, values })
    await claimValues(work, open, row)
    return { resource: open.resource, row }
  })
}

export type Change = {
  id: string
  /** The version that the caller has seen; null when it does not say. */
  expected_version: number | null
}

/** Members that are not sent keep their values. Throws `not_found`, `invalid`, `conflict`. */
export function updateEntry(
  deps: StoreDeps,
  owner: Owner,
  name: ApiName,
  update: Change & { sent: Sent },
): Promise<Shown> {
  return change(deps, owner, async (work) => {
    const open = await openToWrite(work, name)
    const before = await lockEntry(work, open, update)
    const row = await save(work, open.resource, before, { values: readValues(open, update.sent, before) })
    if (row !== before) {
      await deleteKeysOfEntry(work.tx, row)
      await claimValues(work, open, row)
    }
    return { resource: open.resource, row }
  })
}

/** Returns the type of what was deleted. Throws `not_found`, `conflict`. */
export function removeEntry(deps: StoreDeps, owner: Owner, name: ApiName, removal: Change): Promise<string> {
  return change(deps, owner, async (work) => {
    const open = await openToWrite(work, name)
    await remove(work, open.resource, await lockEntry(work, open, removal))
    return open.api.api_type
  })
}

/** The custom API, whose fields nobody changes until the work ends. */
async function openToWrite(work: Work, name: ApiName): Promise<OpenApi> {
  const { owner_id, id } = await findApi(work.tx, work.owner, name)
  await lockApi(work.tx, owner_id, id, 'share')
  // It may have changed before the lock was granted.
  const open = await openApi(work.tx, work.owner, name)
  if (uniqueFields(open).length > 0) await lockKeys(work.tx, open.api)
  return open
}

async function lockEntry(work: Work, { api, resource }: OpenApi, { id, expected_version }: Change): Promise<Entry> {
  const row = await lockOne(work, resource, { custom_api_id: api.id, id })
  checkVersion(resource.one, row.version, expected_version)
  return row
}

function readValues({ api, fields }: OpenApi, sent: Sent, before: Entry | null): Entry['values'] {
  const { values, problems } = readEntry(api.api_type, fields, sent, before?.values ?? null)
  if (problems.length > 0) throw invalid(problems)
  return values
}

async function claimValues({ tx }: Work, open: OpenApi, row: Entry): Promise<void> {
  const unique = uniqueFields(open)
  if (unique.length === 0) return
  const field_ids = unique.map(({ id }) => id)
  const taken = await insertKeysOfEntry(tx, row, field_ids)
  if (taken.length === 0) return
  const problems = unique
    .filter(({ id }) => taken.includes(id))
    .map(({ slug }) => ({ detail: `Another entry has this ${slug}.`, pointer: `/data/${slug}` }))
  throw new AppError('conflict', problems)
}

function uniqueFields({ fields }: OpenApi): CustomField[] {
  return fields.filter(({ validation }) => validation.unique === true)
}
