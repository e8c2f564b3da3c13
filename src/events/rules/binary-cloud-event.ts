import type { Problem } from '../../kernel/errors.ts'
import { isObject } from '../../kernel/json/json.ts'

/** With names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

const PREFIX = 'ce-'
/** Any of them makes the request a CloudEvent in binary mode; one without them all is no CloudEvent at all. */
const REQUIRED = ['specversion', 'id', 'source', 'type'] as const

/**
 * The structured form of a CloudEvent in binary mode, whose attributes are headers and whose data are the body; null when
 * the headers name no attribute. Source: HTTP Protocol Binding for CloudEvents 1.0.2, section 3.1.
 */
export function structuredOf(headers: RequestHeaders, body: unknown): Record<string, unknown> | null {
  if (!REQUIRED.some((name) => headers[PREFIX + name] !== undefined)) return null
  // A whole event in the body is not the data of another.
  if (isObject(body) && 'specversion' in body) return null
  const attributes = Object.entries(headers)
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, value]) => [name.slice(PREFIX.length), decoded(String(value))])
  // A CloudEvent is known by its version, which is missing where the header is.
  return { specversion: undefined, ...Object.fromEntries(attributes), data: body }
}

/** A problem of the structured form, where it stands in the request. */
export function inBinaryMode({ detail, pointer = '' }: Problem): Problem {
  const [, name = '', ...rest] = pointer.split('/')
  if (name === 'data') return { detail, pointer: ['', ...rest].join('/') }
  return { detail, header: PREFIX + name }
}

/** Values are percent-encoded beyond printable ASCII; what is not a valid encoding stands for itself. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
