/** What has to hold, as shoppers read it: a phrase without a capital and a full stop, or several of which all or any hold. */
export type Clause = string | { kind: 'all' | 'any'; of: readonly Clause[] }

/** What has to hold for a condition to hold, and what for it not to. */
export type Asked = { does: Clause; does_not: Clause }

/** What is inside one of its own kind stands beside it, and what is there already is not said again. */
export function clauseOf(kind: 'all' | 'any', clauses: readonly Clause[]): Clause {
  const flat = clauses.flatMap((clause) => (typeof clause !== 'string' && clause.kind === kind ? clause.of : [clause]))
  const of = [...new Map(flat.map((clause) => [JSON.stringify(clause), clause])).values()]
  const [only] = of
  return only !== undefined && of.length === 1 ? only : { kind, of }
}

/** Parts of which all have to hold; what is inside others stands in brackets. */
export function partsOf(clause: Clause): string[] {
  if (typeof clause === 'string' || clause.kind === 'any' || clause.of.length === 0) return [written(clause)]
  return clause.of.map(written)
}

function written(clause: Clause): string {
  if (typeof clause === 'string') return clause
  const { kind, of } = clause
  if (of.length === 0) return kind === 'all' ? 'for everybody' : 'for nobody'
  return of.map(bracketed).join(kind === 'all' ? ', and ' : ', or ')
}

function bracketed(clause: Clause): string {
  return typeof clause === 'string' || clause.of.length === 0 ? written(clause) : `(${written(clause)})`
}

/** More names than these tell a shopper nothing. */
const MOST_NAMES = 5

/** `A or B`, and something in place of a list that is too long to read. */
export function eitherOf(names: readonly string[], others: string): string {
  if (names.length === 0 || names.length > MOST_NAMES) return others
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)
}
