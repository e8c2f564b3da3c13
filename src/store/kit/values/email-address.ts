import { Format } from 'typebox/format'
import { type Attribute, text } from './attribute.ts'

/** Maximum length of an e-mail address (RFC 5321). */
const MAX_LENGTH = 254

/** An e-mail address attribute, stored in lower case. */
export function emailAddress(description: string): Attribute<string> {
  return text({ format: 'email', max: MAX_LENGTH, description }, { hidden: 'personal', letters: 'lower' })
}

export function isEmailAddress(address: string): boolean {
  return address.length <= MAX_LENGTH && Format.IsEmail(address)
}
