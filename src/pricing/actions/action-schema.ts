import { Type } from 'typebox'
import { ClosedObject } from '../members.ts'
import { type Action, actionKinds } from './kinds.ts'

export const ActionSchema = Type.Unsafe<Action>(
  Type.Union(
    Object.entries(actionKinds).map(([kind, { members, description }]) =>
      ClosedObject({ kind: Type.Literal(kind), ...members }, { description }),
    ),
    { $id: 'PromotionAction' },
  ),
)
