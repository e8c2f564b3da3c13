import { Type } from 'typebox'
import { OFFSET_LIMIT } from '../../kernel/page.ts'
import { type Attribute, flag, integer, optional, text } from '../kit/attribute.ts'
import { defineResource, type Frame } from '../kit/resource.ts'
import { scheduleDeletion } from './bytes/pending-deletion.ts'

/** A file of a store: uploaded, or a link to where it is. It never changes. */
export const files = defineResource({
  type: 'file',
  one: 'file',
  tag: 'Files',
  table: 'files',
  path: '/files',
  event: 'file',
  max_offset: OFFSET_LIMIT,
  attributes: {
    file_name: text({ min: 1 }),
    mime_type: text({ description: 'What the bytes are; of a link what its maker says.' }),
    file_size: integer({ minimum: 0, description: 'Bytes; 0 for a link.' }),
    public: flag({ description: 'Whether anybody who has the address may read it.' }),
  },
  kept: {
    width: optional(integer()),
    height: optional(integer()),
    checksum: optional(text()) as Attribute<string | null>,
    file_location: optional(text()) as Attribute<string | null>,
  },
  shows: {
    members: {
      link: Type.Object({ href: Type.String({ description: 'Address of the content.' }) }),
      file_location: Type.Optional(Type.String({ description: 'Of a link: what it was made with.' })),
    },
    meta: {
      dimensions: Type.Optional(
        Type.Object({ width: Type.Integer(), height: Type.Integer() }, { description: 'Pixels; images only.' }),
      ),
    },
  },
  show: (row, base_url) => ({
    members: {
      link: { href: contentAddress(row, base_url) },
      ...(row.file_location !== null && { file_location: row.file_location }),
    },
    meta: row.width === null || row.height === null ? {} : { dimensions: { width: row.width, height: row.height } },
  }),
  async beforeRemove({ tx, now }, row) {
    if (row.checksum !== null) await scheduleDeletion(tx, keyOf(row), now)
  },
})

export type File = Frame & {
  file_name: string
  mime_type: string
  file_size: number
  public: boolean
  width: number | null
  height: number | null
  checksum: string | null
  file_location: string | null
}

/** The key of its bytes. */
export function keyOf({ owner_id, id }: Pick<File, 'owner_id' | 'id'>): string {
  return `${owner_id}/${id}`
}

function contentAddress({ owner_id, id, file_name, public: isPublic, file_location }: File, base_url: string): string {
  if (file_location !== null) return file_location
  if (!isPublic) return `${base_url}/files/${id}/content`
  return `${base_url.replace(/\/v2$/, '')}/files/${owner_id}/${id}/${encodeURIComponent(file_name)}`
}
