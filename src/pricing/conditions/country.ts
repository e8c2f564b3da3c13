import type { ConditionKind } from './condition.ts'
import { oneOf } from './one-of.ts'

export const country: ConditionKind<'country'> = oneOf('country', ({ country }) => (country === null ? [] : [country]))
