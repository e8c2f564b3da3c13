import type { ConditionKind } from './condition.ts'
import { oneOf } from './one-of.ts'

export const channel: ConditionKind<'channel'> = oneOf('channel', ({ channel }) => (channel === null ? [] : [channel]))
