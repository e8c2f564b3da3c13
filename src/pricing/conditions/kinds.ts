import type { Wording } from '../explanations/wording.ts'
import type { MoneyFormat } from '../money.ts'
import { all } from './all.ts'
import { any } from './any.ts'
import type { Requirement } from './clause.ts'
import type { Condition, Operator, OperatorName, Test, Unmet } from './condition.ts'
import type { Needs } from './fact.ts'
import { type AnyFactKind, isFact, kindOfFact } from './facts.ts'
import { not } from './not.ts'

export const operators: { [Name in OperatorName]: Operator<Name> } = { all, any, not }

/** The condition prepared for many evaluations. */
export function testOf(condition: Condition): Test {
  return isFact(condition) ? kindOfFact(condition).test(condition) : operatorOf(condition).test(condition, testOf)
}

/** The properties of every cart for which it holds. */
export function needsOf(condition: Condition): Needs {
  return isFact(condition) ? kindOfFact(condition).needs(condition) : operatorOf(condition).needs(condition, needsOf)
}

/** The change that would make it hold, as part of a sentence. */
export function wordsOf(unmet: Unmet, format: MoneyFormat): string {
  if (isFact(unmet)) return kindOfFact(unmet).words(unmet, format)
  return operatorOf(unmet).words(unmet, format, (inner) => wordsOf(inner, format))
}

/** The requirements for it to hold, and for it not to hold. */
export function requirementOf(condition: Condition, wording: Wording): Requirement {
  if (isFact(condition)) return kindOfFact(condition).requirement(condition, wording)
  return operatorOf(condition).requirement(condition, (inner) => requirementOf(inner, wording))
}

/** The condition as it is stored. */
export function canonicalCondition(condition: Condition): Condition {
  if (isFact(condition)) return kindOfFact(condition).canonical(condition)
  if (condition.kind === 'not') return { ...condition, of: canonicalCondition(condition.of) }
  return { ...condition, of: condition.of.map(canonicalCondition) }
}

/** True if the condition contains a matching fact at any depth. */
export function hasFact(condition: Condition, is: (kind: AnyFactKind) => boolean): boolean {
  if (isFact(condition)) return is(kindOfFact(condition))
  if (condition.kind === 'not') return hasFact(condition.of, is)
  return condition.of.some((inner) => hasFact(inner, is))
}

/**
 * True if the unmet condition is hidden from shoppers. A failed `not` is hidden, since its fact is true of the shopper.
 */
export function isPrivate(unmet: Unmet): boolean {
  if (isFact(unmet)) return kindOfFact(unmet).isPrivate
  return unmet.kind === 'not' || unmet.of.some(isPrivate)
}

function operatorOf<Name extends OperatorName>({ kind }: { kind: OperatorName }): Operator<Name> {
  return operators[kind as Name]
}
