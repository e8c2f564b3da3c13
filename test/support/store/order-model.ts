import fc from 'fast-check'

/** Decision of the simulated gateway, and its timing. */
type Outcome = 'approve' | 'decline' | 'approve_later' | 'decline_later'

/** Selects a transaction, modulo their number, among all or among those that fit the command. */
type Picked = { of: 'all' | 'fitting'; nth: number }

/** An operation on an order; `part` is the `share` of `amountOf`. */
export type Command =
  | { do: 'pay'; method: 'authorize' | 'purchase'; part: number; outcome: Outcome }
  | { do: 'capture'; pick: Picked; part: number; outcome: Outcome }
  | { do: 'refund'; pick: Picked; part: number; outcome: Outcome }
  | { do: 'void'; pick: Picked }
  | { do: 'confirm'; pick: Picked; outcome: 'complete' | 'failed' }
  | { do: 'fulfil' | 'cancel' | 'anonymize' }
  | { do: 'reword'; word: string }

export type Entry = {
  id: string
  transaction_type: 'purchase' | 'authorize' | 'capture' | 'refund'
  status: 'pending' | 'complete' | 'failed' | 'cancelled'
  amount: number
  captured_amount: number
  refunded_amount: number
  parent_id: string | null
}

export type OrderReport = {
  version: number
  total: number
  status: string
  payment: string
  shipping: string
  anonymized: boolean
  external_ref: string
  metrics: { authorized: number; captured: number; refunded: number }
  entries: readonly Entry[]
}

/**
 * Expected result of a command: rejected, or accepted with these events in order and new transactions of these amounts.
 */
export type Expected = { accepted: boolean; emits: string[]; enters: number[] }

const REFUSED: Expected = { accepted: false, emits: [], enters: [] }
const acceptedWith = (...keys: string[]): Expected => ({ accepted: true, emits: keys, enters: [] })

const outcome = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Outcome>('approve') },
  { weight: 4, arbitrary: fc.constantFrom<Outcome>('decline', 'approve_later', 'decline_later') },
)
/** Tenths of the amount: 0 for all of it, 11 for too much. Small parts leave something for later commands. */
const part = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 1, arbitrary: fc.nat(11) },
)
const pick = fc.record({ of: fc.constantFrom('fitting' as const, 'fitting' as const, 'all' as const), nth: fc.nat(11) })

export const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      method: fc.constantFrom('authorize' as const, 'purchase' as const),
      part,
      outcome,
    }),
  },
  {
    weight: 7,
    arbitrary: fc.oneof(
      fc.record({ do: fc.constant('capture' as const), pick, part, outcome }),
      fc.record({ do: fc.constant('refund' as const), pick, part, outcome }),
    ),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('void' as const), pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('confirm' as const),
      pick,
      outcome: fc.constantFrom('complete' as const, 'failed' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('fulfil' as const, 'cancel' as const, 'anonymize' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reword' as const), word: fc.constantFrom('a', 'b') }) },
)

const first = fc.constantFrom<Command[][]>(
  [],
  [{ do: 'pay', method: 'purchase', part: 0, outcome: 'approve' }],
  [{ do: 'pay', method: 'authorize', part: 0, outcome: 'approve' }],
  [
    { do: 'pay', method: 'authorize', part: 5, outcome: 'approve' },
    { do: 'capture', pick: { of: 'all', nth: 0 }, part: 2, outcome: 'approve_later' },
  ],
  [
    { do: 'pay', method: 'purchase', part: 4, outcome: 'approve' },
    { do: 'refund', pick: { of: 'all', nth: 0 }, part: 1, outcome: 'approve' },
    { do: 'pay', method: 'purchase', part: 0, outcome: 'approve' },
  ],
)

/** A sequence of commands. Most orders are paid or authorized first, because many operations require this. */
export const story: fc.Arbitrary<Command[]> = fc
  .tuple(first, fc.array(command, { minLength: 8, maxLength: 16 }))
  .map(([some, more]) => [...some, ...more])

/** Amount in minor units; undefined for the full amount. */
export function amountOf(share: number, total: number): number | undefined {
  return share === 0 ? undefined : Math.max(1, Math.ceil((total * share) / 10))
}

/** The transaction that a command refers to; undefined if the order has none. */
export function pickEntry(asked: Picking, { entries }: OrderReport): Entry | undefined {
  const { of, nth } = asked.pick
  const fitting = entries.filter((entry) => fits(asked.do, entry))
  const among = of === 'fitting' && fitting.length > 0 ? fitting : entries
  return among[nth % Math.max(1, among.length)]
}

type Picking = Extract<Command, { pick: Picked }>

function fits(what: Picking['do'], { transaction_type, status }: Entry): boolean {
  if (what === 'confirm') return status === 'pending'
  if (what === 'refund') return status === 'complete' && ['purchase', 'capture'].includes(transaction_type)
  return status === 'complete' && transaction_type === 'authorize'
}

const sum = (entries: readonly Entry[]): number => entries.reduce((all, { amount }) => all + amount, 0)

const isComplete = ({ status }: Entry) => status === 'complete'

/** Total of child transactions in this status. */
function below(entries: readonly Entry[], { id }: Entry, state: Entry['status'] = 'complete'): number {
  return sum(entries.filter(({ parent_id, status }) => parent_id === id && status === state))
}

/** Totals of an order, computed from its transactions alone. */
export function quoteOf(entries: readonly Entry[]): OrderReport['metrics'] {
  const complete = entries.filter(isComplete)
  const of = (...types: Entry['transaction_type'][]) =>
    complete.filter(({ transaction_type }) => types.includes(transaction_type))
  return {
    authorized: of('authorize').reduce((open, entry) => open + entry.amount - below(entries, entry), 0),
    captured: sum(of('capture', 'purchase')),
    refunded: sum(of('refund')),
  }
}

/** The first matching line determines the payment state. */
export function paymentOf(total: number, { authorized, captured, refunded }: OrderReport['metrics']): string {
  const lines: [boolean, string][] = [
    [total === 0, 'paid'],
    [refunded > 0 && refunded >= captured, 'refunded'],
    [refunded > 0, 'partially_refunded'],
    [captured >= total, 'paid'],
    [captured > 0, 'partially_paid'],
    [authorized >= total, 'authorized'],
    [authorized > 0, 'partially_authorized'],
  ]
  return lines.find(([fits]) => fits)?.[1] ?? 'unpaid'
}

/** True if captures reach the total, regardless of refunds. */
export function isPaidInFull(total: number, entries: readonly Entry[]): boolean {
  return quoteOf(entries).captured >= total
}

export function statusOf(reported: OrderReport, { cancelled }: { cancelled: boolean }): string {
  if (cancelled) return 'cancelled'
  if (isPaidInFull(reported.total, reported.entries)) return 'complete'
  const { authorized, captured } = quoteOf(reported.entries)
  return authorized > 0 || captured > 0 ? 'processing' : 'incomplete'
}

/** Expected result by the transition table. */
export function expectedOf(asked: Command, reported: OrderReport): Expected {
  const { status, payment, shipping, anonymized } = reported
  const cancelled = status === 'cancelled'
  const fulfilled = shipping === 'fulfilled'
  switch (asked.do) {
    case 'pay':
      return cancelled ? REFUSED : paying(asked, reported)
    case 'capture':
      return cancelled ? REFUSED : capturing(asked, reported)
    case 'refund':
      return refunding(asked, reported)
    case 'void':
      return voiding(asked, reported)
    case 'confirm':
      return confirming(asked, reported)
    case 'fulfil':
      if (status !== 'complete' || fulfilled || !['paid', 'partially_refunded'].includes(payment)) return REFUSED
      return acceptedWith('order.fulfilled', 'order.updated')
    case 'cancel':
      return fulfilled || cancelled ? REFUSED : acceptedWith('order.cancelled', 'order.updated')
    case 'anonymize':
      if (!fulfilled && !cancelled && payment !== 'refunded') return REFUSED
      return anonymized ? acceptedWith() : acceptedWith('order.updated')
    case 'reword':
      if (asked.word === reported.external_ref) return acceptedWith()
      return fulfilled || cancelled || anonymized ? REFUSED : acceptedWith('order.updated')
  }
}

type Of<Name extends Command['do']> = Extract<Command, { do: Name }>
type New = Pick<Entry, 'transaction_type' | 'parent_id'>

function paying({ method, part, outcome }: Of<'pay'>, reported: OrderReport): Expected {
  const { authorized, captured } = quoteOf(reported.entries)
  const promised = sum(reported.entries.filter(({ status, parent_id }) => status === 'pending' && parent_id === null))
  const left = reported.total - authorized - captured - promised
  return charging({ transaction_type: method, parent_id: null }, { part, outcome, left }, reported)
}

function capturing(asked: Of<'capture'>, reported: OrderReport): Expected {
  const authorization = pickEntry(asked, reported)
  if (authorization?.transaction_type !== 'authorize' || !isComplete(authorization)) return REFUSED
  const { entries } = reported
  const left = authorization.amount - below(entries, authorization) - below(entries, authorization, 'pending')
  return charging({ transaction_type: 'capture', parent_id: authorization.id }, { ...asked, left }, reported)
}

function refunding(asked: Of<'refund'>, reported: OrderReport): Expected {
  const named = pickEntry(asked, reported)
  const { entries } = reported
  if (named === undefined) return REFUSED
  const captures = entries.filter((entry) => entry.parent_id === named.id && isComplete(entry))
  const [taken, ...more] = named.transaction_type === 'authorize' ? captures : [named]
  if (taken === undefined || more.length > 0) return REFUSED
  if (!['purchase', 'capture'].includes(taken.transaction_type) || !isComplete(taken)) return REFUSED
  const left = taken.amount - below(entries, taken) - below(entries, taken, 'pending')
  return charging({ transaction_type: 'refund', parent_id: taken.id }, { ...asked, left }, reported)
}

function charging(
  entry: New,
  asked: { part: number; outcome: Outcome; left: number },
  reported: OrderReport,
): Expected {
  const { part, outcome, left } = asked
  const amount = amountOf(part, reported.total) ?? left
  if (left <= 0 || amount > left) return REFUSED
  if (outcome !== 'approve') return { ...acceptedWith('transaction.created'), enters: [amount] }
  const parent = entry.parent_id === null ? [] : ['transaction.updated']
  const status = 'complete' as const
  const rest = { id: 'new', amount, status, captured_amount: 0, refunded_amount: 0 }
  const followed = following(entry, reported, [...reported.entries, { ...entry, ...rest }])
  return { ...acceptedWith(...parent, 'transaction.created', ...followed), enters: [amount] }
}

/** Events of the order when a transaction completes; `after` includes the transaction. */
function following({ transaction_type }: New, reported: OrderReport, after: readonly Entry[]): string[] {
  const named = { authorize: ['order.authorized'], refund: ['order.refunded'], purchase: [], capture: [] }
  const becomesPaid = !isPaidInFull(reported.total, reported.entries) && isPaidInFull(reported.total, after)
  return [...named[transaction_type], ...(becomesPaid ? ['order.paid'] : []), 'order.updated']
}

function voiding(asked: Of<'void'>, reported: OrderReport): Expected {
  const named = pickEntry(asked, reported)
  if (named?.transaction_type !== 'authorize') return REFUSED
  if (named.status === 'pending') return acceptedWith('transaction.updated')
  const taken = below(reported.entries, named) + below(reported.entries, named, 'pending')
  return isComplete(named) && taken === 0 ? acceptedWith('transaction.updated', 'order.updated') : REFUSED
}

// A gateway that has taken the money can still confirm after the order was cancelled, so that the money can be
// refunded.
function confirming(asked: Of<'confirm'>, reported: OrderReport): Expected {
  const named = pickEntry(asked, reported)
  if (named === undefined) return REFUSED
  if (named.status !== 'pending') return acceptedWith()
  if (asked.outcome === 'failed') return acceptedWith('transaction.updated')
  const after = reported.entries.map((entry) => (entry === named ? { ...entry, status: 'complete' as const } : entry))
  const parent = named.parent_id === null ? [] : ['transaction.updated']
  return acceptedWith(...parent, 'transaction.updated', ...following(named, reported, after))
}
