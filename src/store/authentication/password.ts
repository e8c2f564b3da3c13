import { Type } from 'typebox'

/** A password to be set, as bodies hold it. */
export const newPassword = Type.String({
  minLength: 8,
  maxLength: 256,
  writeOnly: true,
  description: 'Never shown again.',
})

/** A password to log in with. */
export const givenPassword = Type.String({ maxLength: 256, writeOnly: true })
