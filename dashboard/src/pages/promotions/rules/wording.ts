import { formatAmount, formatRate } from '../../../kit/values/money.ts'

/** A resource while it is filled in: any member may be missing. */
export type Draft<T> = T extends readonly (infer Item)[]
  ? readonly Draft<Item>[]
  : T extends object
    ? { readonly [Member in keyof T]?: Draft<T[Member]> | undefined }
    : T

export type NamedKind = 'product' | 'category' | 'account' | 'shipping option'

export type Wording = {
  /** Null: the promotion has none, and so may have no amounts. */
  currency: string | null
  /** Digits of its minor unit, as the store has it set up. */
  decimal_places?: number
  /** What people call this; undefined where it is not known. */
  nameOf?: (kind: NamedKind, id: string) => string | undefined
}

/** Stands for what is not filled in yet. */
export const MISSING = '…'

/** Names beyond these are counted. */
const SHOWN_NAMES = 5

export function amountOf(amount: number | null | undefined, { currency, decimal_places }: Wording): string {
  if (amount === undefined || amount === null || !Number.isSafeInteger(amount)) return MISSING
  if (currency === null) return `${amount} minor units of ${MISSING}`
  try {
    return formatAmount(amount, { currency, decimal_places })
  } catch {
    // While its code is typed, it is none.
    return `${amount} minor units of ${currency || MISSING}`
  }
}

export function rateOf(ppm: number | undefined): string {
  return ppm === undefined || !Number.isSafeInteger(ppm) ? MISSING : formatRate(ppm)
}

export function unitsOf(count: number | undefined): string {
  if (count === undefined || !Number.isFinite(count)) return `${MISSING} units`
  return count === 1 ? '1 unit' : `${count} units`
}

/** "a", "a or b", "a, b or c", "a, b, c, d or 9 more". */
export function alternatives(names: readonly (string | undefined)[] | undefined): string {
  const all = (names ?? []).map((name) => (name === undefined || name === '' ? MISSING : name))
  const [first, ...others] = all
  if (first === undefined) return MISSING
  if (others.length === 0) return first
  const shown = all.length > SHOWN_NAMES ? all.slice(0, SHOWN_NAMES - 1) : all.slice(0, -1)
  const last = all.length > SHOWN_NAMES ? `${all.length - shown.length} more` : all.at(-1)
  return `${shown.join(', ')} or ${last}`
}

export function named(
  kind: NamedKind,
  ids: readonly (string | undefined)[] | undefined,
  { nameOf }: Wording,
): (string | undefined)[] {
  return (ids ?? []).map((id) => (id === undefined ? undefined : (nameOf?.(kind, id) ?? id)))
}

const DAY_MS = 86_400_000
const DAYS = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const MINUTES = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** A day where the time is a midnight in UTC, as shoppers read it: of an end, which is exclusive, the last day. */
export function timeOf(text: string, side: 'start' | 'end'): string {
  const time = Date.parse(text)
  if (Number.isNaN(time)) return MISSING
  if (time % DAY_MS !== 0) return `${MINUTES.format(time)} UTC`
  return DAYS.format(side === 'end' ? time - DAY_MS : time)
}
