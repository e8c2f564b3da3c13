import { type Attribute, text } from './attribute.ts'

/** An e-mail address; what is unique among many has to be put in lower case before it is stored. */
export function emailAddress(description: string): Attribute<string> {
  return text({ format: 'email', max: 254, description })
}
