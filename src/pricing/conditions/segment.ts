import type { ConditionKind } from './condition.ts'
import { oneOf } from './one-of.ts'

export const segment: ConditionKind<'segment'> = oneOf('segment', ({ segments }) => segments)
