import { type TSchema, Type } from 'typebox'
import { ClosedObject } from '../members.ts'
import type { Condition } from './condition.ts'
import { factKinds } from './facts.ts'
import { operators } from './kinds.ts'

const FactSchema = Type.Union(
  Object.entries(factKinds).map(([kind, { members, description }]) =>
    ClosedObject({ kind: Type.Literal(kind), ...members }, { description }),
  ),
  { $id: 'PromotionFact' },
)

const MAX_DEPTH = 3

/** The prefix of a condition's name by its remaining depth. */
const PREFIXES: Readonly<Record<number, string>> = { 1: 'Innermost', 2: 'Nested', 3: '' }

export const ConditionSchema = Type.Unsafe<Condition>(conditionOf(MAX_DEPTH))

function conditionOf(depth: number): TSchema {
  if (depth === 0) return FactSchema
  const inner = conditionOf(depth - 1)
  const of = Type.Array(inner, { minItems: 1, maxItems: 20 })
  return Type.Union(
    [
      FactSchema,
      ClosedObject({ kind: Type.Literal('all'), of }, { description: operators.all.description }),
      ClosedObject({ kind: Type.Literal('any'), of }, { description: operators.any.description }),
      ClosedObject({ kind: Type.Literal('not'), of: inner }, { description: operators.not.description }),
    ],
    { $id: `${PREFIXES[depth]}PromotionCondition` },
  )
}
