import type { OrderNote, Shipment, Transaction } from '../../../generated/schema.ts'
import { formatAmount } from '../../../kit/values/money.ts'
import { SHIPMENT_STATUS, TRANSACTION_STATUS, TRANSACTION_TYPE } from '../../../messages/order-states.ts'

/** Something that happened to an order: an event, or a line about a payment, a shipment or a note. */
export type TimelineEntry<Event> = { key: string; at: string } & ({ event: Event } | { title: string; detail: string })

type Dated = { id: string; meta: { timestamps: { created_at: string } } }

type Sources<Event> = {
  /** Newest first. */
  events: readonly Event[]
  transactions: readonly Transaction[]
  shipments: readonly Shipment[]
  notes: readonly OrderNote[]
}

/** Entries from all sources, newest first. Events of the same moment follow from the lines, and so come before them. */
export function timelineOf<Event extends Dated>(sources: Sources<Event>): TimelineEntry<Event>[] {
  const lines = [
    ...sources.transactions.map(transactionLine),
    ...sources.shipments.flatMap(shipmentLines),
    ...sources.notes.map((note) => ({ key: note.id, at: createdAt(note), title: 'Note', detail: note.text })),
  ]
  const events = sources.events.map((event) => ({ key: event.id, at: createdAt(event), event }))
  return [...events, ...lines].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
}

const createdAt = ({ meta }: Dated) => meta.timestamps.created_at

function transactionLine(transaction: Transaction) {
  const { id, transaction_type, status, amount, currency } = transaction
  const title = `${TRANSACTION_TYPE[transaction_type]} of ${formatAmount(amount, { currency })}`
  return { key: id, at: createdAt(transaction), title, detail: TRANSACTION_STATUS[status].word }
}

/** Creation of a shipment, unless it was shipped at once, and its later changes of status. */
function shipmentLines(shipment: Shipment) {
  const { id, items, carrier, tracking_number, status, shipped_at, delivered_at, meta } = shipment
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const detail = [`${count} ${count === 1 ? 'unit' : 'units'}`, carrier, tracking_number].filter(Boolean).join(', ')
  const moments = [
    { at: createdAt(shipment), word: 'created' },
    { at: shipped_at, word: SHIPMENT_STATUS.shipped.word.toLowerCase() },
    { at: delivered_at, word: SHIPMENT_STATUS.delivered.word.toLowerCase() },
    { at: status === 'cancelled' ? meta.timestamps.updated_at : null, word: 'cancelled' },
  ]
  const isAtOnce = shipped_at === createdAt(shipment)
  return moments.flatMap(({ at, word }) =>
    at === null || (word === 'created' && isAtOnce)
      ? []
      : [{ key: `${id} ${word}`, at, title: `Shipment ${word}`, detail }],
  )
}
