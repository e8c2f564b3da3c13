import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Attribute, text } from './attribute.ts'

/** An e-mail address; what is unique among many has to be put in lower case before it is stored. */
export function emailAddress(description: string): Attribute<string> {
  return text({ format: 'email', max: 254, description })
}

const Address = Type.String({ format: 'email', maxLength: 254 })

export function isEmailAddress(address: string): boolean {
  return Value.Check(Address, address)
}
