import { Format } from 'typebox/format'
import { type Attribute, text } from './attribute.ts'

const MOST = 254

/** An e-mail address; what is unique among many has to be put in lower case before it is stored. */
export function emailAddress(description: string): Attribute<string> {
  return text({ format: 'email', max: MOST, description })
}

/** As such addresses are checked wherever they are sent. */
export function isEmailAddress(address: string): boolean {
  return address.length <= MOST && Format.IsEmail(address)
}
