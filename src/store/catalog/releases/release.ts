import { Type } from 'typebox'
import { CatalogRelease } from '../../../event-types/resources/catalog-release.ts'
import { isoTime } from '../../../kernel/clock.ts'
import { AppError } from '../../../kernel/errors.ts'
import { timeOfId } from '../../../kernel/ids.ts'
import { Time } from '../../../kernel/schemas.ts'
import { defineResource, type Row } from '../../kit/resource.ts'
import { choice, flag, integer, json, optional, reference, text, time } from '../../kit/values/attribute.ts'
import { insertRemains } from '../store.ts'

/** Row counts of a release, and counts of products that differ from the previous release. */
export type Summary = {
  hierarchies: number
  nodes: number
  products: number
  delta: { created: number; updated: number; deleted: number }
}

const Count = Type.Integer({ minimum: 0 })
const Summary = Type.Object({
  hierarchies: Count,
  nodes: Count,
  products: Count,
  delta: Type.Object(
    { created: Count, updated: Count, deleted: Count },
    { description: 'Products that differ from the previous release.' },
  ),
})

const STATUSES = ['PENDING', 'IN_PROGRESS', 'PUBLISHED', 'FAILED'] as const

const attributes = {
  name: text(),
  description: text(),
  catalog_id: reference(),
  hierarchies: json<{ id: string; label: string }[]>(CatalogRelease.properties.attributes.properties.hierarchies),
}

const internal = {
  organization_id: reference(),
  release_status: choice(STATUSES, {}, { initial: 'PENDING' }),
  release_message: optional(text()),
  export_full_delta: flag({}, { initial: false }),
  is_full_publish: flag({}, { initial: false }),
  previous_release_id: optional(reference()),
  summary: optional(json<Summary>(Summary)),
  failures: integer({}, { initial: 0 }),
  next_at: time(),
  started_at: optional(time()),
  finished_at: optional(time()),
}

export type Release = Row<typeof attributes, typeof internal>

/** An immutable copy of a catalog at the time when it was published. */
export const releases = defineResource({
  type: 'catalog-release',
  singular: 'catalog release',
  tag: 'Catalog releases',
  area: 'catalog',
  table: 'catalog_releases',
  path: '/catalogs/:catalog_id/releases',
  parents: [{ parameter: 'catalog_id', table: 'catalogs', singular: 'catalog' }],
  event: 'catalog-release',
  event_schema: CatalogRelease,
  level: 'any',
  frame: 'attributes',
  attributes,
  internal,
  default_sort: '-created_at',
  fields: {
    release_status: { kind: 'choice', choices: STATUSES, column: 'release_status' },
    is_full_publish: { kind: 'boolean', column: 'is_full_publish' },
    finished_at: { kind: 'time', column: 'finished_at', nullable: true },
  },
  shows: {
    meta: {
      release_message: Type.Union([Type.String(), Type.Null()], { description: 'Why publishing failed.' }),
      previous_release_id: Type.Union([Type.String(), Type.Null()], {
        description: 'The release that the delta compares with.',
      }),
      summary: Type.Union([Summary, Type.Null()], { description: 'Null until it is published.' }),
      started_at: Type.Union([Time, Type.Null()]),
      finished_at: Type.Union([Time, Type.Null()]),
    },
  },
  show: (row) => ({
    meta: {
      release_status: row.release_status,
      release_message: row.release_message,
      is_full_publish: row.is_full_publish,
      previous_release_id: row.previous_release_id,
      owner: row.owner_id === row.organization_id ? ('organization' as const) : ('store' as const),
      summary: row.release_status === 'PUBLISHED' ? row.summary : null,
      created_at: isoTime(timeOfId(row.id)),
      started_at: row.started_at,
      finished_at: row.finished_at,
    },
  }),
  async beforeRemove(work, row) {
    if (row.release_status === 'IN_PROGRESS') {
      const detail = 'The release is being published: wait until it is PUBLISHED or FAILED.'
      throw new AppError('conflict', [{ detail }])
    }
    await insertRemains(work.tx, row)
  },
})
