import type { Criteria, FieldSource } from './list.ts'

type Span = { from: number | null; before: number | null }
type Time = Extract<Criteria, { kind: 'time' }>

const UNBOUNDED: Span = { from: null, before: null }

/**
 * The range of times that alternatives span, as a separate condition: `(gt(updated_at,T)|eq(updated_at,T):gt(id,I))`
 * spans the times from T on. PostgreSQL does not derive this index condition from the alternatives. Null if the range
 * is unbounded.
 */
export function spanOfAlternatives(where: Criteria, source: FieldSource): Time | null {
  const all = where.kind === 'and' ? where.criteria : [where]
  const alternatives = all.filter(({ kind }) => kind === 'or')
  const { from, before } = alternatives.map((one) => spanOf(one, source)).reduce(both, UNBOUNDED)
  const [time] = alternatives.flatMap((one) => timesIn(one, source))
  return time === undefined || (from === null && before === null) ? null : { ...time, from, before }
}

function timesIn(criteria: Criteria, source: FieldSource): Time[] {
  if ('criteria' in criteria) return criteria.criteria.flatMap((one) => timesIn(one, source))
  return criteria.kind === 'time' && isSame(criteria.source, source) ? [criteria] : []
}

function spanOf(criteria: Criteria, source: FieldSource): Span {
  switch (criteria.kind) {
    case 'time':
      return isSame(criteria.source, source) ? criteria : UNBOUNDED
    case 'and':
      return criteria.criteria.map((one) => spanOf(one, source)).reduce(both, UNBOUNDED)
    case 'or':
      return criteria.criteria.map((one) => spanOf(one, source)).reduce(either)
    default:
      return UNBOUNDED
  }
}

function both(one: Span, other: Span): Span {
  return {
    from: one.from === null || other.from === null ? (one.from ?? other.from) : Math.max(one.from, other.from),
    before:
      one.before === null || other.before === null ? (one.before ?? other.before) : Math.min(one.before, other.before),
  }
}

function either(one: Span, other: Span): Span {
  return {
    from: one.from === null || other.from === null ? null : Math.min(one.from, other.from),
    before: one.before === null || other.before === null ? null : Math.max(one.before, other.before),
  }
}

function isSame(one: FieldSource, other: FieldSource): boolean {
  return one.column === other.column && one.path?.join('\n') === other.path?.join('\n')
}
