import { invalid, type Problem } from '../../../../kernel/errors.ts'
import { FIELD_NAMES, type Field, parseField } from './fields.ts'
import { type Comparison, comparisonsIn, type Expression } from './filter-by.ts'

/** Both ends are inclusive. */
export type NumberRange = { from: number; to: number }

/** Throws `invalid` for a filter that would be wrong if part of it were ignored. `currencies` are those of the store. */
export function checkFilter(expression: Expression, currencies: readonly string[], pointer: string): void {
  const details = comparisonsIn(expression).flatMap((comparison) => {
    const field = parseField(comparison.field)
    return field === null
      ? [`filter_by has the unknown field ${comparison.field}; known fields are ${FIELD_NAMES}.`]
      : problemsOf(comparison, field, currencies)
  })
  if (details.length > 0) throw invalid([...new Set(details)].map((detail): Problem => ({ detail, pointer })))
}

function problemsOf({ field: name, operator, values }: Comparison, field: Field, currencies: readonly string[]) {
  if (field.kind !== 'price')
    return operator === '=' || operator === '!=' ? [] : [`filter_by can compare ${name} with := and :!= only.`]
  if (!currencies.includes(field.currency)) return [unknownCurrency(name, currencies)]
  return values
    .filter((value) => parseRange(value) === null)
    .map((value) => `filter_by must compare ${name} with numbers or ranges such as 1..5, not with ${value}.`)
}

export function unknownCurrency(name: string, currencies: readonly string[]): string {
  return `${name} must be of a currency of the store: ${currencies.join(', ')}.`
}

/** `5`, or `1..5`. Null for anything else. */
function parseRange(value: string): NumberRange | null {
  const [, from, to = from] = /^(-?\d{1,15}(?:\.\d{1,10})?)(?:\.\.(-?\d{1,15}(?:\.\d{1,10})?))?$/.exec(value) ?? []
  return from === undefined ? null : { from: Number(from), to: Number(to) }
}

/** The prices that a comparison keeps, in minor units with both ends inclusive; `scale` is how many of those one unit has. */
export function amountRanges({ operator, values }: Comparison, scale: number): NumberRange[] {
  const ranges = values.flatMap((value) => parseRange(value) ?? [])
  return ranges.map(({ from, to }) => AMOUNTS[operator](exact(from * scale), exact(to * scale)))
}

/** 19.99 * 100 is less than 1999 in binary fractions. */
function exact(amount: number): number {
  return Math.round(amount * 1e6) / 1e6
}

/** Amounts are whole numbers. `!=` is the opposite of `=`, which the mask turns around. */
const AMOUNTS: Readonly<Record<Comparison['operator'], (from: number, to: number) => NumberRange>> = {
  '=': (from, to) => ({ from: Math.ceil(from), to: Math.floor(to) }),
  '!=': (from, to) => ({ from: Math.ceil(from), to: Math.floor(to) }),
  '>': (from) => ({ from: Math.floor(from) + 1, to: Number.POSITIVE_INFINITY }),
  '>=': (from) => ({ from: Math.ceil(from), to: Number.POSITIVE_INFINITY }),
  '<': (from) => ({ from: 0, to: Math.ceil(from) - 1 }),
  '<=': (from) => ({ from: 0, to: Math.floor(from) }),
}
