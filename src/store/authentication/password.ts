import { Type } from 'typebox'

/** A new password in a request body. */
export const newPassword = Type.String({
  minLength: 8,
  maxLength: 256,
  writeOnly: true,
  description: 'Never returned.',
})

/** A password to log in with. */
export const loginPassword = Type.String({ maxLength: 256, writeOnly: true })
