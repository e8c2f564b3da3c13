import { Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { type EventSource, eventsOf } from '../event-type.ts'
import { Id, Links, links, Time } from './nouns.ts'

const File = Type.Object({
  type: Type.Literal('file'),
  id: Id,
  file_name: Type.String(),
  mime_type: Type.String(),
  file_size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
  public: Type.Boolean(),
  link: Type.Object({ href: Type.String({ format: 'uri', description: 'Address of the content.' }) }),
  links: Links,
  meta: Type.Object({
    dimensions: Type.Optional(
      Type.Object({ width: Type.Integer(), height: Type.Integer() }, { description: 'Pixels; images only.' }),
    ),
    timestamps: Type.Object({ created_at: Time }),
  }),
})

const Payload = Type.Object({ data: File })

const file: EventSource<typeof Payload> = {
  entity: 'File',
  prefix: 'file',
  level: 'store',
  origin: 'store',
  payload: Payload,
  sample: (source) => ({
    data: {
      type: 'file',
      id: source.id,
      file_name: 'larch-desk-lamp.jpg',
      mime_type: 'image/jpeg',
      file_size: 184_320,
      public: true,
      link: { href: `https://files.example.com/${source.id}/larch-desk-lamp.jpg` },
      links: links(source, `/files/${source.id}`),
      meta: { dimensions: { width: 1200, height: 800 }, timestamps: { created_at: isoTime(source.time) } },
    },
  }),
}

export const fileEvents = eventsOf(file, {
  created: 'Fires when a file is uploaded or linked.',
  deleted: 'Fires when a file is deleted.',
})
