import { Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { type Attribute, choice, integer, optional, reference, text, time } from '../kit/attribute.ts'
import { type Draft, defineResource, type Frame } from '../kit/resource.ts'
import { EXPORT_KINDS, type ExportKind } from './sources.ts'

const STATUSES = ['pending', 'processing', 'complete', 'failed'] as const
export type ExportStatus = (typeof STATUSES)[number]

const Moment = Type.Union([Type.String({ format: 'date-time' }), Type.Null()])

/** An export of a store's data, written in pieces by a background job. */
export const exportJobs = defineResource({
  type: 'job',
  singular: 'export job',
  tag: 'Jobs',
  table: 'export_jobs',
  path: '/jobs',
  event: null,
  attributes: {
    what: choice(EXPORT_KINDS, {
      description: 'The resource to export: all records, one JSON object per line, sorted by id.',
    }),
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
    finished_at: optional(time()) as Attribute<string | null>,
    expires_at: optional(time()) as Attribute<string | null>,
  },
  fields: { status: { kind: 'choice', choices: STATUSES, column: 'status' } },
  shows: {
    members: {
      status: Type.Enum([...STATUSES]),
      detail: Type.Union([Type.String(), Type.Null()], { description: 'Why the export failed.' }),
      records: Type.Integer({ description: 'Records written so far.' }),
      file_size: Type.Integer({ description: 'Bytes written so far.' }),
      finished_at: Moment,
      expires_at: Moment,
    },
  },
  show: ({ status, detail, records, bytes: file_size, finished_at, expires_at }) => ({
    members: { status, detail, records, file_size, finished_at, expires_at },
  }),
  async prepare({ now }, { after }: Draft<{ next_at: string | null }>) {
    after.next_at = isoTime(now)
    return []
  },
})

export type ExportJob = Frame & {
  what: ExportKind
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

/** The storage key of a piece; pieces are numbered from 1. */
export function keyOfPiece({ owner_id, id }: Pick<ExportJob, 'owner_id' | 'id'>, piece: number): string {
  return `${owner_id}/exports/${id}/${piece}`
}
