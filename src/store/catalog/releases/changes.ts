import { Type } from 'typebox'
import type { Database } from '../../../db/database.ts'
import { type Bind, type Listed, list } from '../../../db/list.ts'
import { notFound } from '../../../kernel/errors.ts'
import type { ListDefinition, ListRequest } from '../../../kernel/lists/list.ts'
import { ownerId } from '../../../kernel/owner.ts'
import { type Collection, getOne } from '../../kit/operations.ts'
import { selectRow } from '../../kit/store.ts'
import type { StoreDeps } from '../../kit/work.ts'
import { catalogs } from '../catalog.ts'
import { selectLatest } from '../store.ts'
import { type Release, releases } from './release.ts'

const TYPES = ['hierarchy', 'node', 'product'] as const
const CHANGES = ['created', 'updated', 'deleted'] as const

/** A hierarchy, node or product that differs from the previous release. */
export const Change = Type.Object(
  {
    type: Type.Enum(TYPES),
    id: Type.String({ format: 'uuid' }),
    attributes: Type.Object({
      change: Type.Enum(CHANGES, { title: 'KindOfChange' }),
      label: Type.String({ description: 'SKU of a product; name of a hierarchy or node.' }),
    }),
  },
  { $id: 'CatalogReleaseChange' },
)

export const changeList = {
  fields: {
    id: { kind: 'uuid', column: 'id' },
    type: { kind: 'choice', choices: TYPES, column: 'type', sortable: false },
    change: { kind: 'choice', choices: CHANGES, column: 'change', sortable: false },
    label: { kind: 'text', column: 'label', sortable: false },
  },
  default_sort: 'id',
  max_offset: null,
} satisfies ListDefinition

type ChangeRow = {
  id: string
  type: (typeof TYPES)[number]
  change: (typeof CHANGES)[number]
  label: string
}

export async function listChanges(db: Database, release: Release, request: ListRequest) {
  const where = (bind: Bind) => `owner_id = ${bind(release.owner_id)} and release_id = ${bind(release.id)}`
  const source = { columns: 'id, type, change, label', from: 'release_changes', where }
  const listed = await list<ChangeRow>(db, source, request)
  const shown = listed.rows.map(({ id, type, change, label }) => ({ type, id, attributes: { change, label } }))
  return { ...listed, rows: shown } satisfies Listed<unknown>
}

/** Returns the latest published release of a catalog. Throws `not_found` for the catalog or the release. */
export async function latestRelease(deps: Pick<StoreDeps, 'db'>, { owner, parents }: Collection): Promise<Release> {
  const { catalog_id = '' } = parents
  const owner_id = ownerId(owner)
  const id = await selectLatest(deps.db, owner_id, catalog_id)
  const release = id === undefined ? undefined : await selectRow(deps.db, releases, { owner_id, id })
  if (release !== undefined) return release
  await getOne(deps, catalogs, { owner, parents: {} }, catalog_id)
  throw notFound('published release of the catalog')
}
