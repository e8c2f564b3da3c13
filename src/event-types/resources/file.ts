import { type Static, Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { Id, Links, Time } from '../../kernel/schemas.ts'
import { eventsOf } from '../event-type.ts'
import { links } from '../samples.ts'

export const File = Type.Object({
  type: Type.Literal('file'),
  id: Id,
  file_name: Type.Optional(Type.String({ description: 'Absent for a link that was created without one.' })),
  mime_type: Type.String(),
  file_size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
  public: Type.Boolean(),
  alternative_text: Type.Optional(
    Type.String({ description: 'What a picture shows, in words. Absent if none was sent.' }),
  ),
  link: Type.Object({ href: Type.String({ format: 'uri', description: 'Address of the content.' }) }),
  links: Links,
  meta: Type.Object({
    dimensions: Type.Optional(
      Type.Object({ width: Type.Integer(), height: Type.Integer() }, { description: 'Pixels; images only.' }),
    ),
    timestamps: Type.Object({ created_at: Time }),
  }),
})
export type File = Static<typeof File>

export const fileEvents = eventsOf({
  entity: 'File',
  prefix: 'file',
  level: 'store',
  origin: 'store',
  payload: Type.Object({ data: File }),
  sample: (source): { data: File } => ({
    data: {
      type: 'file',
      id: source.id,
      file_name: 'larch-desk-lamp.jpg',
      mime_type: 'image/jpeg',
      file_size: 184_320,
      public: true,
      alternative_text: 'A desk lamp with an arm of larch',
      link: { href: `https://files.example.com/${source.id}/larch-desk-lamp.jpg` },
      links: links(source, `/files/${source.id}`),
      meta: { dimensions: { width: 1200, height: 800 }, timestamps: { created_at: isoTime(source.time) } },
    },
  }),
  actions: {
    created: 'Emitted when a file is uploaded or linked.',
    deleted: 'Emitted when a file is deleted.',
  },
})
