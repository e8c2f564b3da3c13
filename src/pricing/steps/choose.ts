import type { Rule } from '../rule.ts'
import type { Run, Take } from './take.ts'

/** The run that stays, and rules that would have done something in another. */
export type Choice = { run: Run; outdone: readonly Take[] }

/**
 * Which rules of one scope apply: the stackable ones together, or an exclusive one alone if that takes off more; with
 * `best` the single one that takes off most. Of equals the first stays, so the order of rules decides.
 */
export function choose(rules: readonly Rule[], stacking: 'all' | 'best', run: (rules: readonly Rule[]) => Run): Choice {
  const [first, ...others] = rivals(rules, stacking).map(run)
  if (first === undefined) return { run: run([]), outdone: [] }
  const best = others.reduce((one, other) => (beats(other, one) ? other : one), first)
  return {
    run: best,
    outdone: [first, ...others].flatMap((other) => (other === best ? [] : outdone(other, best, stacking))),
  }
}

function rivals(rules: readonly Rule[], stacking: 'all' | 'best'): (readonly Rule[])[] {
  if (stacking === 'best') return rules.map((rule) => [rule])
  const exclusive = rules.filter(({ promotion }) => promotion.stacking === 'exclusive')
  if (exclusive.length === 0) return [rules]
  return [rules.filter((rule) => !exclusive.includes(rule)), ...exclusive.map((rule) => [rule])]
}

function beats(one: Run, other: Run): boolean {
  return one.total > other.total || (one.total === other.total && one.gifts > other.gifts)
}

function outdone(loser: Run, winner: Run, stacking: 'all' | 'best'): Take[] {
  const by = winner.takes.filter(({ why }) => why === null).map(({ rule }) => rule.promotion.id)
  const rule = stacking === 'best' ? 'best_cart' : 'exclusive'
  return loser.takes.map((take) => ({
    ...take,
    amounts: [],
    total: 0,
    gifts: [],
    why: take.why ?? { kind: 'outdone', rule, by, own: loser.total, theirs: winner.total },
  }))
}
