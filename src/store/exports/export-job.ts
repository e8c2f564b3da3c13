import { Type } from 'typebox'
import { requireCapacity } from '../../db/row-limit.ts'
import { isoTime } from '../../kernel/clock.ts'
import { FILTER_LENGTH } from '../../kernel/lists/filter.ts'
import { Time, ToOne } from '../../kernel/schemas.ts'
import { type Draft, defineResource, type Frame, timestampsOf } from '../kit/resource.ts'
import { type Attribute, choice, integer, optional, reference, text, time } from '../kit/values/attribute.ts'
import { EXPORT_KINDS, type ExportKind } from './sources.ts'
import { exportLimit } from './sql/limit.ts'

/** Kind of a job that copies a hierarchy; only its own route creates such jobs. */
export const DUPLICATION = 'hierarchy-duplicate'
const DUPLICATION_TYPE = 'hierarchy_duplicate'
const KINDS = [...EXPORT_KINDS, DUPLICATION] as const

const STATUSES = ['pending', 'processing', 'complete', 'failed'] as const
export type ExportStatus = (typeof STATUSES)[number]

/** Status in `attributes`, for clients that read it there. */
const NAMES = { pending: 'pending', processing: 'started', complete: 'success', failed: 'failed' } as const

export const JOB_TYPES = {
  customers: 'customer_export',
  orders: 'order_export',
  products: 'product_export',
  prices: 'price_export',
} as const satisfies Record<ExportKind, string>

const Moment = Type.Union([Type.String({ format: 'date-time' }), Type.Null()])

/** An export of a store's data, which a background job writes in pieces. */
export const exportJobs = defineResource({
  type: 'job',
  singular: 'export job',
  tag: 'Jobs',
  area: 'exports',
  table: 'export_jobs',
  path: '/jobs',
  event: null,
  custom_operations: ['create'],
  attributes: {
    what: choice<ExportKind | typeof DUPLICATION>(KINDS, {
      description: `The resource to export: all records, one JSON object per line, sorted by id. \`${DUPLICATION}\` only in responses.`,
    }),
    filter: optional(
      text(
        { max: FILTER_LENGTH, description: 'Only the records that match this filter of their list; null: all.' },
        { hidden: 'personal' },
      ),
    ) as Attribute<string | null>,
  },
  internal: {
    status: choice<ExportStatus>(STATUSES, {}, { initial: 'pending' }),
    detail: optional(text()),
    records: integer({}, { initial: 0 }),
    bytes: integer({}, { initial: 0 }),
    pieces: integer({}, { initial: 0 }),
    position: optional(reference()) as Attribute<string | null>,
    next_at: optional(time()) as Attribute<string | null>,
    failures: integer({}, { initial: 0 }),
    started_at: optional(time()) as Attribute<string | null>,
    finished_at: optional(time()) as Attribute<string | null>,
    expires_at: optional(time()) as Attribute<string | null>,
    hierarchy_id: optional(reference()) as Attribute<string | null>,
  },
  fields: { status: { kind: 'choice', choices: STATUSES, column: 'status' } },
  shows: {
    members: {
      job_type: Type.Enum([...Object.values(JOB_TYPES), DUPLICATION_TYPE], {
        description: 'Alias of `what`.',
      }),
      status: Type.Enum([...STATUSES]),
      detail: Type.Union([Type.String(), Type.Null()], { description: 'Why the export failed.' }),
      records: Type.Integer({ description: 'Records written so far; of a copied hierarchy its nodes.' }),
      file_size: Type.Integer({ description: 'Bytes written so far.' }),
      finished_at: Moment,
      expires_at: Moment,
      attributes: Type.Object(
        {
          type: Type.Enum([...KINDS]),
          status: Type.Enum(Object.values(NAMES)),
          created_at: Time,
          updated_at: Time,
          started_at: Moment,
          completed_at: Moment,
        },
        { description: 'The same for clients that read it here, with their names for the status.' },
      ),
    },
    relationships: {
      hierarchy: Type.Optional({ ...ToOne('hierarchy'), description: 'The copy that the job created.' }),
    },
  },
  show({ bytes: file_size, hierarchy_id, ...row }) {
    const { what: type, status, detail, records, started_at, finished_at, expires_at } = row
    const job_type = type === DUPLICATION ? DUPLICATION_TYPE : JOB_TYPES[type]
    const times = { ...timestampsOf(row), started_at, completed_at: finished_at }
    const attributes = { type, status: NAMES[status], ...times }
    return {
      members: { job_type, status, detail, records, file_size, finished_at, expires_at, attributes },
      relationships: hierarchy_id === null ? {} : { hierarchy: { data: { type: 'hierarchy', id: hierarchy_id } } },
    }
  },
  async prepare({ tx, now }, { after }: Draft<Due>) {
    if (after.status !== 'pending') return []
    await requireCapacity(tx, exportLimit, after.owner_id)
    after.next_at = isoTime(now)
    return []
  },
})

type Due = Frame & { status: ExportStatus; next_at: string | null }

export type ExportJob = Frame & {
  what: ExportKind
  filter: string | null
  status: ExportStatus
  detail: string | null
  records: number
  bytes: number
  pieces: number
  position: string | null
  next_at: string | null
  failures: number
  finished_at: string | null
  expires_at: string | null
}

/** Storage key of a piece; pieces are numbered from 1. */
export function keyOfPiece({ owner_id, id }: Pick<ExportJob, 'owner_id' | 'id'>, piece: number): string {
  return `${owner_id}/exports/${id}/${piece}`
}
