import { Type } from 'typebox'
import { File as FileSchema } from '../../event-types/resources/file.ts'
import { OFFSET_LIMIT } from '../../kernel/lists/page.ts'
import { defineResource, type Frame } from '../kit/resource.ts'
import { type Attribute, flag, integer, json, optional, text } from '../kit/values/attribute.ts'
import { scheduleDeletion } from './bytes/sql/pending-deletion.ts'
import type { StoredSizes } from './sizes/size.ts'

/** An immutable file of a store: an upload or a link. */
export const files = defineResource({
  type: 'file',
  singular: 'file',
  tag: 'Files',
  area: 'catalog',
  table: 'files',
  path: '/files',
  access: { read: 'shopper', write: 'seller' },
  shoppers_see: { public: 'true' },
  event: 'file',
  event_schema: FileSchema,
  max_offset: OFFSET_LIMIT,
  attributes: {
    mime_type: text({ description: 'Media type: detected for an upload, as sent for a link.' }),
    file_size: integer({ minimum: 0, description: 'Size in bytes; 0 for a link.' }),
    public: flag({ description: 'Whether the content can be read without a token.' }),
  },
  internal: {
    file_name: text({}, { initial: '' }),
    width: optional(integer()),
    height: optional(integer()),
    checksum: optional(text()) as Attribute<string | null>,
    file_location: optional(text()) as Attribute<string | null>,
    alternative_text: text({}, { initial: '' }),
    sizes: json<StoredSizes>(Type.Object({}), { initial: {} }),
  },
  fields: { file_name: { kind: 'text', column: 'file_name' } },
  shows: {
    members: {
      file_name: Type.Optional(
        Type.String({ description: 'As sent. Absent for a link that was created without one.' }),
      ),
      file_location: Type.Optional(Type.String({ description: 'URL of a link, as sent.' })),
      alternative_text: Type.Optional(
        Type.String({ description: 'What a picture shows, in words. Absent if none was sent.' }),
      ),
    },
  },
  show: (row, base_url) => ({
    members: {
      ...(row.file_name !== '' && { file_name: row.file_name }),
      link: { href: contentAddress(row, base_url) },
      ...(row.file_location !== null && { file_location: row.file_location }),
      ...(row.alternative_text !== '' && { alternative_text: row.alternative_text }),
    },
    meta: row.width === null || row.height === null ? {} : { dimensions: { width: row.width, height: row.height } },
  }),
  async beforeRemove({ tx, now }, row) {
    const sizes = Object.values(row.sizes).map(({ key }) => key)
    if (row.checksum !== null) await scheduleDeletion(tx, [keyOf(row), ...sizes], now)
  },
})

export type File = Frame & {
  /** '' for a link without a name. */
  file_name: string
  mime_type: string
  file_size: number
  public: boolean
  width: number | null
  height: number | null
  checksum: string | null
  file_location: string | null
  /** '' if absent. */
  alternative_text: string
  sizes: StoredSizes
}

export function keyOf({ owner_id, id }: Pick<File, 'owner_id' | 'id'>): string {
  return `${owner_id}/${id}`
}

/** Returns the address of the content, which is external for a link. `base_url` ends in `/v2`. */
export function contentAddress(file: File, base_url: string): string {
  if (!file.public && file.file_location === null) return `${base_url}/files/${file.id}/content`
  return publicAddress(file, base_url.replace(/\/v2$/, ''))
}

/** Returns the address of a public file's content below `base`, or of a link. */
export function publicAddress({ owner_id, id, file_name, file_location }: File, base: string): string {
  return file_location ?? `${base}/files/${owner_id}/${id}/${encodeURIComponent(file_name)}`
}
