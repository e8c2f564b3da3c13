import type { MoneyFormat } from '../money.ts'
import type { Condition } from '../promotion.ts'
import { account } from './account.ts'
import { all } from './all.ts'
import { any } from './any.ts'
import { channel } from './channel.ts'
import type { Asked } from './clause.ts'
import type { ConditionKind, ConditionOf, Needs, Test, Unmet } from './condition.ts'
import { country } from './country.ts'
import { firstOrder } from './first-order.ts'
import { not } from './not.ts'
import { quantity } from './quantity.ts'
import { segment } from './segment.ts'
import { subtotal } from './subtotal.ts'

type Kind = Condition['kind']

const kinds: { [Each in Kind]: ConditionKind<Each> } = {
  subtotal,
  quantity,
  first_order: firstOrder,
  segment,
  account,
  country,
  channel,
  all,
  any,
  not,
}

/** The condition made ready for many sheets. */
export function testOf<Each extends Kind>(condition: ConditionOf<Each>): Test {
  return kindOf<Each>(condition).test(condition, testOf)
}

/** What every sheet on which it holds has. */
export function needsOf<Each extends Kind>(condition: ConditionOf<Each>): Needs {
  return kindOf<Each>(condition).needs(condition, needsOf)
}

/** What would make it hold, as part of a sentence. */
export function wordsOf<Each extends Kind>(unmet: Extract<Unmet, { kind: Each }>, format: MoneyFormat): string {
  return kindOf<Each>(unmet).words(unmet, format, (inner) => wordsOf(inner, format))
}

/** What has to hold for it, and what for its contrary. */
export function asksOf<Each extends Kind>(condition: ConditionOf<Each>, format: MoneyFormat | null): Asked {
  return kindOf<Each>(condition).asks(condition, format, (inner) => asksOf(inner, format))
}

function kindOf<Each extends Kind>({ kind }: { kind: Kind }): ConditionKind<Each> {
  return kinds[kind as Each]
}
