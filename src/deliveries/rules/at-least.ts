import { Type } from 'typebox'

/** Every count with a limit has this member beside it. */
export const AtLeast = Type.Boolean({ description: 'True if counting ended at its limit: there may be more.' })
