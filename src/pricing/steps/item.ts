import { offOf } from '../actions/kinds.ts'
import type { LineInput } from '../input.ts'
import type { Reduction } from '../promotion.ts'
import type { Rule } from '../rule.ts'
import { type Take, takeOf } from './take.ts'

/** The catalog's own promotions: what each line's unit costs with the single best of them, and which that is. */
export type PricedItems = { units: number[]; by: (Rule | null)[]; takes: Take[] }

export function priceItems(rules: readonly Rule[], lines: readonly LineInput[]): PricedItems {
  const offs = rules.map(({ aims, promotion }) =>
    lines.map((line) => (aims(line.item) ? offOf(promotion.action as Reduction, line.unit_amount) : null)),
  )
  const best = lines.map((_, index) => winner(offs, index))
  return {
    units: lines.map(({ unit_amount }, index) => unit_amount - (best[index]?.off ?? 0)),
    by: best.map((each) => (each === null ? null : (rules[each.rule] ?? null))),
    takes: rules.map((rule, index) => {
      const amounts = lines.map(({ quantity }, line) => (best[line]?.rule === index ? best[line].off * quantity : 0))
      const own = offs[index] ?? []
      const take = takeOf(rule, amounts, own.filter((off) => off !== null).length)
      return take.why?.kind === 'nothing_left' ? { ...take, why: outdone(index, own) ?? take.why } : take
    }),
  }

  function outdone(index: number, own: readonly (number | null)[]): Take['why'] {
    const lost = lines.flatMap(({ quantity }, line) => {
      const [off, winning] = [own[line] ?? 0, best[line] ?? null]
      return off === 0 || quantity === 0 || winning === null || winning.rule === index
        ? []
        : [{ own: off * quantity, theirs: winning.off * quantity, by: rules[winning.rule]?.promotion.id ?? '' }]
    })
    if (lost.length === 0) return null
    const total = (of: 'own' | 'theirs') => lost.reduce((sum, each) => sum + each[of], 0)
    const by = [...new Set(lost.map((each) => each.by))]
    return { kind: 'outdone', rule: 'best_price', by, own: total('own'), theirs: total('theirs') }
  }
}

function winner(offs: readonly (readonly (number | null)[])[], line: number): { rule: number; off: number } | null {
  let best: { rule: number; off: number } | null = null
  for (const [rule, amounts] of offs.entries()) {
    const off = amounts[line] ?? 0
    if (off > (best?.off ?? 0)) best = { rule, off }
  }
  return best
}
