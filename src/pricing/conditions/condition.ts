import type { ConditionContext } from '../condition-context.ts'
import type { MoneyFormat } from '../money.ts'
import type { Requirement } from './clause.ts'
import type { Needs } from './fact.ts'
import type { Fact, ShopperFact, UnmetFact } from './facts.ts'

export type Condition = Tree<Fact>
export type ShopperCondition = Tree<ShopperFact>

type Tree<Of> =
  | Of
  | { kind: 'all'; of: readonly Tree<Of>[] }
  | { kind: 'any'; of: readonly Tree<Of>[] }
  | { kind: 'not'; of: Tree<Of> }

/** The reason why a condition does not hold, with the facts. */
export type Unmet =
  | UnmetFact
  | { kind: 'all'; of: readonly Unmet[] }
  | { kind: 'any'; of: readonly Unmet[] }
  | { kind: 'not'; of: Condition }

/** Returns null if the condition holds. */
export type Test = (context: ConditionContext) => Unmet | null

export type OperatorName = 'all' | 'any' | 'not'
type OperatorOf<Name extends OperatorName> = Extract<Condition, { kind: Name }>
type UnmetOf<Name extends OperatorName> = Extract<Unmet, { kind: Name }>

/** A condition that contains others. `each` applies the same function to these. */
export type Operator<Name extends OperatorName> = {
  description: string
  test(condition: OperatorOf<Name>, each: (inner: Condition) => Test): Test
  needs(condition: OperatorOf<Name>, each: (inner: Condition) => Needs): Needs
  words(unmet: UnmetOf<Name>, format: MoneyFormat, each: (inner: Unmet) => string): string
  requirement(condition: OperatorOf<Name>, each: (inner: Condition) => Requirement): Requirement
}
