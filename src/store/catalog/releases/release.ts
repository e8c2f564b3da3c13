import { Type } from 'typebox'
import { isoTime } from '../../../kernel/clock.ts'
import { AppError } from '../../../kernel/errors.ts'
import { timeOfId } from '../../../kernel/ids.ts'
import { choice, flag, integer, json, optional, reference, text, time } from '../../kit/attribute.ts'
import { defineResource, type Row } from '../../kit/resource.ts'
import { insertRemains } from '../store.ts'

const Hierarchy = Type.Object({ id: Type.String({ format: 'uuid' }), label: Type.String() })

/** Rows by kind of what a release holds, and how many of its products differ from the release before. */
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
    { description: 'Products that differ from the release before.' },
  ),
})

const STATUSES = ['PENDING', 'IN_PROGRESS', 'PUBLISHED', 'FAILED'] as const

const attributes = {
  name: text(),
  description: text(),
  catalog_id: reference(),
  hierarchies: json<{ id: string; label: string }[]>(Type.Array(Hierarchy)),
}

const kept = {
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

export type Release = Row<typeof attributes, typeof kept>

const Moment = Type.String({ format: 'date-time' })

/** A copy of a catalog as it was when it was published; nothing changes it any more. */
export const releases = defineResource({
  type: 'catalog-release',
  one: 'catalog release',
  tag: 'Catalog releases',
  table: 'catalog_releases',
  path: '/catalogs/:catalog_id/releases',
  parents: [{ parameter: 'catalog_id', table: 'catalogs', one: 'catalog' }],
  event: 'catalog-release',
  level: 'any',
  frame: 'attributes',
  attributes,
  kept,
  default_sort: '-created_at',
  fields: {
    release_status: { kind: 'choice', choices: STATUSES, column: 'release_status' },
    is_full_publish: { kind: 'boolean', column: 'is_full_publish' },
    finished_at: { kind: 'time', column: 'finished_at', nullable: true },
  },
  shows: {
    meta: {
      release_status: Type.Enum(STATUSES),
      release_message: Type.Union([Type.String(), Type.Null()], { description: 'Why publishing failed.' }),
      is_full_publish: Type.Boolean({
        description:
          'Whether everything counts as changed: there was no release before, or `export_full_delta` asked for it.',
      }),
      previous_release_id: Type.Union([Type.String(), Type.Null()], { description: 'What its delta is against.' }),
      owner: Type.Enum(['store', 'organization']),
      summary: Type.Union([Summary, Type.Null()], { description: 'Null until it is published.' }),
      created_at: Moment,
      started_at: Type.Union([Moment, Type.Null()]),
      finished_at: Type.Union([Moment, Type.Null()]),
    },
  },
  show: (row) => ({
    meta: {
      release_status: row.release_status,
      release_message: row.release_message,
      is_full_publish: row.is_full_publish,
      previous_release_id: row.previous_release_id,
      owner: row.owner_id === row.organization_id ? 'organization' : 'store',
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
