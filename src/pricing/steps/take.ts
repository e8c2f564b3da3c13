import type { Gift } from '../actions/action.ts'
import type { Reason } from '../reason.ts'
import type { Rule } from '../rule.ts'

/** What a rule takes off each line, by their position; `why` when it does nothing. */
export type Take = {
  rule: Rule
  amounts: readonly number[]
  total: number
  gifts: readonly Gift[]
  why: Reason | null
}

/** Rules applied one after another: what each takes, and what every price then is. */
export type Run = { takes: readonly Take[]; remaining: readonly number[]; total: number; gifts: number }

export function runOf(takes: readonly Take[], remaining: readonly number[]): Run {
  let [total, gifts] = [0, 0]
  for (const take of takes) {
    total += take.total
    for (const { quantity } of take.gifts) gifts += quantity
  }
  return { takes, remaining, total, gifts }
}

/** A rule that took these amounts; `aimed` says whether it was for anything at all. */
export function takeOf(rule: Rule, amounts: readonly number[], aimed: number): Take {
  let total = 0
  for (const amount of amounts) total += amount
  return { rule, amounts, total, gifts: [], why: total > 0 ? null : idle(aimed) }
}

function idle(aimed: number): Reason {
  return aimed > 0 ? { kind: 'nothing_left' } : { kind: 'nothing_aimed_at' }
}
