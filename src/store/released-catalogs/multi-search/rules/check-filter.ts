import { invalid, type Problem } from '../../../../kernel/errors.ts'
import { FIELD_NAMES, type Field, parseField } from './fields.ts'
import { type Comparison, comparisonsIn, type Expression } from './filter-by.ts'

/** Both ends are inclusive. */
export type NumberRange = { from: number; to: number }

/**
 * Throws `invalid` for any part of a filter that cannot be applied, since ignoring it would falsify the result.
 * `currencies` are those of the store.
 */
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

/** Parses `5` or `1..5`; null if invalid. */
function parseRange(value: string): NumberRange | null {
  const [, from, to = from] = /^(-?\d{1,15}(?:\.\d{1,10})?)(?:\.\.(-?\d{1,15}(?:\.\d{1,10})?))?$/.exec(value) ?? []
  return from === undefined ? null : { from: Number(from), to: Number(to) }
}

/** Price ranges of a comparison, inclusive, in minor units; `scale` is the number of minor units per unit. */
export function amountRanges({ operator, values }: Comparison, scale: number): NumberRange[] {
  const ranges = values.flatMap((value) => parseRange(value) ?? [])
  return ranges.map(({ from, to }) => AMOUNTS[operator](exact(from * scale), exact(to * scale)))
}

/** Corrects binary fractions, since 19.99 * 100 is less than 1999. */
function exact(amount: number): number {
  return Math.round(amount * 1e6) / 1e6
}

/** Bounds as whole amounts. `!=` has those of `=`, because the mask inverts it. */
const AMOUNTS: Readonly<Record<Comparison['operator'], (from: number, to: number) => NumberRange>> = {
  '=': (from, to) => ({ from: Math.ceil(from), to: Math.floor(to) }),
  '!=': (from, to) => ({ from: Math.ceil(from), to: Math.floor(to) }),
  '>': (from) => ({ from: Math.floor(from) + 1, to: Number.POSITIVE_INFINITY }),
  '>=': (from) => ({ from: Math.ceil(from), to: Number.POSITIVE_INFINITY }),
  '<': (from) => ({ from: 0, to: Math.ceil(from) - 1 }),
  '<=': (from) => ({ from: 0, to: Math.floor(from) }),
}
