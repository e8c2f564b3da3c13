/**
 * A requirement for shoppers: a phrase without a capital and a period, or several phrases, all or any of which must
 * hold.
 */
export type Clause = string | { kind: 'all' | 'any'; of: readonly Clause[] }

/** The requirements for a condition to hold, and for it not to hold. */
export type Requirement = { does: Clause; does_not: Clause }

/** Flattens clauses inside a clause of the same kind, and removes duplicates. */
export function clauseOf(kind: 'all' | 'any', clauses: readonly Clause[]): Clause {
  const flat = clauses.flatMap((clause) => (typeof clause !== 'string' && clause.kind === kind ? clause.of : [clause]))
  const of = [...new Map(flat.map((clause) => [JSON.stringify(clause), clause])).values()]
  const [only] = of
  return only !== undefined && of.length === 1 ? only : { kind, of }
}

/** Parts that must all hold. Nested clauses are in parentheses. */
export function partsOf(clause: Clause): string[] {
  if (typeof clause === 'string' || clause.kind === 'any' || clause.of.length === 0) return [textOf(clause)]
  return clause.of.map(textOf)
}

function textOf(clause: Clause): string {
  if (typeof clause === 'string') return clause
  const { kind, of } = clause
  if (of.length === 0) return kind === 'all' ? 'for everyone' : 'for no one'
  return of.map(bracketed).join(kind === 'all' ? ', and ' : ', or ')
}

function bracketed(clause: Clause): string {
  return typeof clause === 'string' || clause.of.length === 0 ? textOf(clause) : `(${textOf(clause)})`
}

/** Longer lists are not written out. */
const MAX_NAMES = 5

/** `A or B`; `others` for a list that is empty or too long. */
export function joinWithOr(names: readonly string[], others: string): string {
  if (names.length === 0 || names.length > MAX_NAMES) return others
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)
}
