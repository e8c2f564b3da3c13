import type { Step, VisitReport } from './visit-report.ts'

/** Result of a simulation. Amounts are sums of order totals in minor units, by currency. */
export type Totals = {
  shoppers: number
  orders: number
  amounts: Record<string, number>
  restocks: number
  steps: Partial<Record<Step, number>>
  errors: Record<string, number>
}

export function newTotals(): Totals {
  return { shoppers: 0, orders: 0, amounts: {}, restocks: 0, steps: {}, errors: {} }
}

export function addVisit(totals: Totals, { order, steps, restocks, error }: VisitReport): void {
  totals.shoppers += 1
  totals.restocks += restocks
  for (const step of new Set(steps)) totals.steps[step] = (totals.steps[step] ?? 0) + 1
  if (error !== null) totals.errors[error] = (totals.errors[error] ?? 0) + 1
  if (order === null) return
  const { amount, currency } = order.meta.display_price.with_tax
  totals.orders += 1
  totals.amounts[currency] = (totals.amounts[currency] ?? 0) + amount
}

export function errorsIn({ errors }: Totals): number {
  return Object.values(errors).reduce((sum, count) => sum + count, 0)
}

export function describeTotals(totals: Totals): string {
  const amounts = Object.entries(totals.amounts).map(([currency, amount]) => moneyText(amount, currency))
  const counted = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .toSorted(([, one], [, other]) => other - one)
      .map(([what, count]) => `  ${String(count).padStart(6)}  ${what}\n`)
      .join('')
  return [
    `\n${some(totals.shoppers, 'shopper')}, ${some(totals.orders, 'order')}`,
    amounts.length > 0 ? ` totaling ${amounts.join(', ')}` : '',
    totals.restocks > 0 ? `, ${some(totals.restocks, 'restock')}` : '',
    '\n',
    counted(totals.steps),
    errorsIn(totals) > 0 ? `Errors:\n${counted(totals.errors)}` : 'No errors.\n',
  ].join('')
}

function some(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}

function moneyText(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
