import type { Order } from './responses.ts'

/** Printed steps of a shopper, the seller or the gateway. */
export type Step =
  | 'found nothing to buy'
  | 'left: out of stock'
  | 'waited for stock'
  | 'declined'
  | 'authorized'
  | 'authorization voided'
  | 'captured'
  | 'approved later'
  | 'declined later'
  | 'paid'
  | 'never paid'
  | 'fulfilled'
  | 'cancelled'
  | 'partly refunded'
  | 'refunded'

/** Report of one shopper. It grows during the visit, so that it contains the steps before an error. */
export type VisitReport = {
  /** Null before the checkout. */
  order: Order | null
  steps: Step[]
  restocks: number
  error: string | null
}

export function newVisitReport(): VisitReport {
  return { order: null, steps: [], restocks: 0, error: null }
}

export function describeVisit({ order, steps, error }: VisitReport): string {
  const number = order?.order_number ?? 'no order'
  const total = order?.meta.display_price.with_tax.formatted ?? ''
  const what = [...steps, ...(error === null ? [] : [`error: ${error}`])].join(', ')
  return `${number.padEnd(12)} ${total.padStart(12)}  ${what}`
}
