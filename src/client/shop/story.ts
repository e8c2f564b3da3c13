import type { Order } from './answers.ts'

/** What can become of a shopper and the order, in the words in which it is told. */
export type Deed =
  | 'found nothing to buy'
  | 'left, out of stock'
  | 'waited for stock'
  | 'declined'
  | 'authorized'
  | 'authorization given up'
  | 'captured'
  | 'decided later'
  | 'refused later'
  | 'paid'
  | 'never paid'
  | 'fulfilled'
  | 'cancelled'
  | 'partly refunded'
  | 'refunded'

/** One shopper, from coming to leaving. It grows while that goes on, so that an error leaves what was before it. */
export type Story = {
  /** Null until there is one. */
  order: Order | null
  deeds: Deed[]
  /** Stock transactions that the seller made meanwhile. */
  restocks: number
  error: string | null
}

export function newStory(): Story {
  return { order: null, deeds: [], restocks: 0, error: null }
}

/** Number, total and what became of it, in columns. */
export function describeStory({ order, deeds, error }: Story): string {
  const number = order?.order_number ?? 'no order'
  const total = order?.meta.display_price.with_tax.formatted ?? ''
  const what = [...deeds, ...(error === null ? [] : [`error: ${error}`])].join(', ')
  return `${number.padEnd(12)} ${total.padStart(12)}  ${what}`
}
