import { Type } from 'typebox'
import { ToOne } from '../../../kernel/schemas.ts'
import { defineResource } from '../../kit/resource.ts'
import type { RowOf } from '../../kit/store.ts'
import { optional, reference, text } from '../../kit/values/attribute.ts'

const MAX_TEXT = 4000

/** A seller's note about an order, invisible to shoppers and absent from events. */
export const orderNotes = defineResource({
  type: 'order_note',
  singular: 'order note',
  tag: 'Order notes',
  area: 'orders',
  table: 'order_notes',
  path: '/orders/:order_id/notes',
  parents: [{ parameter: 'order_id', table: 'orders', singular: 'order' }],
  event: null,
  attributes: { text: text({ min: 1, max: MAX_TEXT }, { list: false }) },
  internal: { order_id: reference(), person_id: optional(text()), key_id: optional(text()) },
  shows: {
    meta: {
      author: Type.Object(
        { type: Type.Enum(['person', 'key'], { title: 'NoteAuthorType' }), id: Type.String() },
        { description: 'Who wrote it: a person who had logged in, or a key.' },
      ),
    },
    relationships: { order: ToOne('order') },
  },
  show: ({ order_id, person_id, key_id }) => ({
    meta: { author: person_id === null ? { type: 'key', id: key_id } : { type: 'person', id: person_id } },
    relationships: { order: { data: { type: 'order', id: order_id } } },
  }),
})

export type OrderNote = RowOf<typeof orderNotes>
