import type { Reason } from '../explanations/reason.ts'
import type { LineInput } from '../input.ts'
import type { Rule } from '../rule.ts'
import { sum } from '../taxes.ts'
import { type RuleResult, ruleResult } from './rule-result.ts'

/** The unit price of each line after its best catalog promotion, and that promotion. */
export type PricedItems = { units: number[]; by: (Rule | null)[]; rule_results: RuleResult[] }

export function priceItems(rules: readonly Rule[], lines: readonly LineInput[]): PricedItems {
  const offs = rules.map(({ matchesTarget, off }) =>
    lines.map(({ item, quantity, unit_amount }) => (quantity > 0 && matchesTarget(item) ? off(unit_amount) : null)),
  )
  const best = lines.map((_, index) => winner(rules, offs, index))
  return {
    units: lines.map(({ unit_amount }, index) => unit_amount - (best[index]?.off ?? 0)),
    by: best.map((each) => each?.rule ?? null),
    rule_results: rules.map((rule, index) => takeOfItem(rule, offs[index] ?? [], best, lines)),
  }
}

type Winner = { rule: Rule; off: number } | null

/** The rule with the largest discount on this line, the first on a tie; null if none has any. */
function winner(rules: readonly Rule[], offs: readonly (readonly (number | null)[])[], line: number): Winner {
  let best: Winner = null
  for (const [index, rule] of rules.entries()) {
    const off = offs[index]?.[line] ?? 0
    if (off > (best?.off ?? 0)) best = { rule, off }
  }
  return best
}

function takeOfItem(
  rule: Rule,
  own: readonly (number | null)[],
  best: readonly Winner[],
  lines: readonly LineInput[],
): RuleResult {
  const amounts = lines.map(({ quantity }, index) => (best[index]?.rule === rule ? best[index].off * quantity : 0))
  const result = ruleResult(rule, amounts, own.filter((off) => off !== null).length)
  if (result.reason?.kind !== 'nothing_left') return result
  const lost = lines.flatMap(({ quantity }, index) => {
    const [off, winning] = [own[index] ?? 0, best[index] ?? null]
    if (off === 0 || winning === null || winning.rule === rule) return []
    return [{ own: off * quantity, theirs: winning.off * quantity, by: winning.rule.promotion.id }]
  })
  return lost.length === 0 ? result : { ...result, reason: outdone(lost) }
}

function outdone(lost: readonly { own: number; theirs: number; by: string }[]): Reason {
  return {
    kind: 'outdone',
    rule: 'best_price',
    by: [...new Set(lost.map(({ by }) => by))],
    own: sum(lost.map(({ own }) => own)),
    theirs: sum(lost.map(({ theirs }) => theirs)),
  }
}
