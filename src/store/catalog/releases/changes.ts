import { Type } from 'typebox'
import { type Listed, list } from '../../../db/list.ts'
import type { Database } from '../../../db/tables.ts'
import { notFound } from '../../../kernel/errors.ts'
import type { ListDefinition, ListRequest } from '../../../kernel/list.ts'
import { ownerId } from '../../../kernel/owner.ts'
import { selectRow } from '../../kit/store.ts'
import { getOne, type Place } from '../../kit/verbs.ts'
import type { StoreDeps } from '../../kit/work.ts'
import { catalogs } from '../catalog.ts'
import { selectLatest } from '../store.ts'
import { type Release, releases } from './release.ts'

const TYPES = ['hierarchy', 'node', 'product'] as const
const CHANGES = ['created', 'updated', 'deleted'] as const

/** Something that differs from the release before. */
export const Change = Type.Object(
  {
    type: Type.Enum(TYPES),
    id: Type.String({ format: 'uuid' }),
    attributes: Type.Object({
      change: Type.Enum(CHANGES),
      label: Type.String({ description: 'Sku of a product, name of what else.' }),
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
  owner_id: string
  release_id: string
}

/** One page of what a release changed. */
export async function listChanges(db: Database, release: Release, request: ListRequest) {
  const rows = db
    .withTables<{ release_changes: ChangeRow }>()
    .selectFrom('release_changes')
    .select(['id', 'type', 'change', 'label'])
    .where('owner_id', '=', release.owner_id)
    .where('release_id', '=', release.id)
  const listed = await list(db, rows, request)
  const shown = listed.rows.map(({ id, type, change, label }) => ({ type, id, attributes: { change, label } }))
  return { ...listed, rows: shown } satisfies Listed<unknown>
}

/** The latest published release of a catalog. Throws `not_found`, for the catalog too. */
export async function latestRelease(deps: Pick<StoreDeps, 'db'>, { owner, parents }: Place): Promise<Release> {
  const { catalog_id = '' } = parents
  const owner_id = ownerId(owner)
  const id = await selectLatest(deps.db, owner_id, catalog_id)
  const release = id === undefined ? undefined : await selectRow(deps.db, releases, { owner_id, id })
  if (release !== undefined) return release
  await getOne(deps, catalogs, { owner, parents: {} }, catalog_id)
  throw notFound('published release of the catalog')
}
