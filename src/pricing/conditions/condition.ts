import type { MoneyFormat } from '../money.ts'
import type { Condition } from '../promotion.ts'
import type { Key, Selector } from '../selector.ts'
import type { Sheet } from '../sheet.ts'
import type { Asked } from './clause.ts'

/** Why a condition does not hold, with the facts; `missing` is what would make it hold. */
export type Unmet =
  | { kind: 'subtotal'; minimum: number; is: number; missing: number }
  | { kind: 'quantity'; of: Selector; minimum: number; is: number; missing: number }
  | { kind: 'first_order' }
  | { kind: 'segment'; one_of: readonly string[]; is: readonly string[] }
  | { kind: 'account'; one_of: readonly string[]; is: readonly string[] }
  | { kind: 'country'; one_of: readonly string[]; is: readonly string[] }
  | { kind: 'channel'; one_of: readonly string[]; is: readonly string[] }
  | { kind: 'all'; of: readonly Unmet[] }
  | { kind: 'any'; of: readonly Unmet[] }
  | { kind: 'not'; of: Condition }

/** null when it holds. */
export type Test = (sheet: Sheet) => Unmet | null

/** What a sheet must have for the condition to hold: one of the keys (null: none is known), and at least this subtotal. */
export type Needs = { keys: readonly Key[] | null; subtotal: number }

export const NO_NEEDS: Needs = { keys: null, subtotal: 0 }

export type ConditionOf<Kind> = Extract<Condition, { kind: Kind }>

/** The one shape of the files beside this one. `each` is the same function for the conditions inside this one. */
export type ConditionKind<Kind extends Condition['kind']> = {
  test(condition: ConditionOf<Kind>, each: (inner: Condition) => Test): Test
  needs(condition: ConditionOf<Kind>, each: (inner: Condition) => Needs): Needs
  /** Without a capital and a full stop, so that it can stand in a sentence. */
  words(unmet: Extract<Unmet, { kind: Kind }>, format: MoneyFormat, each: (inner: Unmet) => string): string
  /** For shoppers, so it names nothing that a store keeps to itself; `format` is null when the currency is not known. */
  asks(condition: ConditionOf<Kind>, format: MoneyFormat | null, each: (inner: Condition) => Asked): Asked
}
