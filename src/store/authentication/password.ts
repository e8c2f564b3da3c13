import { Type } from 'typebox'

export const newPassword = Type.String({
  minLength: 8,
  maxLength: 256,
  writeOnly: true,
  description: 'Never returned.',
})

export const loginPassword = Type.String({ maxLength: 256, writeOnly: true })
