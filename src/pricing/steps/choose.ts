import type { Rule } from '../rule.ts'
import type { RuleResult, Run } from './rule-result.ts'

/** The chosen run, and rules that would have applied in another. */
export type Choice = { run: Run; outdone: readonly RuleResult[] }

/**
 * Chooses the rules of one scope that apply: the stackable rules together, or an exclusive rule alone if its discount
 * is larger; with `best` the single rule with the largest discount. On a tie the first wins, so the order of rules
 * decides.
 */
export function choose(rules: readonly Rule[], stacking: 'all' | 'best', run: (rules: readonly Rule[]) => Run): Choice {
  const [first, ...others] = candidateSets(rules, stacking).map(run)
  if (first === undefined) return { run: run([]), outdone: [] }
  const best = others.reduce((one, other) => (isBetter(other, one) ? other : one), first)
  return {
    run: best,
    outdone: [first, ...others].flatMap((other) => (other === best ? [] : outdone(other, best, stacking))),
  }
}

function candidateSets(rules: readonly Rule[], stacking: 'all' | 'best'): (readonly Rule[])[] {
  if (stacking === 'best') return rules.map((rule) => [rule])
  const exclusive = rules.filter(({ promotion }) => promotion.stacking === 'exclusive')
  if (exclusive.length === 0) return [rules]
  return [rules.filter((rule) => !exclusive.includes(rule)), ...exclusive.map((rule) => [rule])]
}

function isBetter(one: Run, other: Run): boolean {
  return one.total > other.total || (one.total === other.total && one.gifts > other.gifts)
}

function outdone(loser: Run, winner: Run, stacking: 'all' | 'best'): RuleResult[] {
  const by = winner.rule_results.filter(({ reason }) => reason === null).map(({ rule }) => rule.promotion.id)
  const rule = stacking === 'best' ? 'best_cart' : 'exclusive'
  return loser.rule_results.map((result) => ({
    ...result,
    amounts: [],
    total: 0,
    gifts: [],
    reason: result.reason ?? { kind: 'outdone', rule, by, own: loser.total, theirs: winner.total },
  }))
}
