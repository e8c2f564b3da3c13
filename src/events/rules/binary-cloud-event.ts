import type { Problem } from '../../kernel/errors.ts'
import { isObject } from '../../kernel/json/json.ts'

/** Header names must be lowercase. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

const PREFIX = 'ce-'
/** Any of these headers makes the request a CloudEvent in binary mode; without all of them it is not a CloudEvent. */
const REQUIRED = ['specversion', 'id', 'source', 'type'] as const

/**
 * Structured form of a CloudEvent in binary mode, with headers as attributes and the body as data; null if no header is an
 * attribute. Source: HTTP Protocol Binding for CloudEvents 1.0.2, section 3.1.
 */
export function structuredOf(headers: RequestHeaders, body: unknown): Record<string, unknown> | null {
  if (!REQUIRED.some((name) => headers[PREFIX + name] !== undefined)) return null
  // A body that is a complete event cannot be the data of another event.
  if (isObject(body) && 'specversion' in body) return null
  const attributes = Object.entries(headers)
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, value]) => [name.slice(PREFIX.length), decoded(String(value))])
  // `specversion` marks an event as a CloudEvent, so the member must exist even if the header is missing.
  return { specversion: undefined, ...Object.fromEntries(attributes), data: body }
}

/** Converts a problem of the structured form to its location in the request. */
export function inBinaryMode({ detail, pointer = '' }: Problem): Problem {
  const [, name = '', ...rest] = pointer.split('/')
  if (name === 'data') return { detail, pointer: ['', ...rest].join('/') }
  return { detail, header: PREFIX + name }
}

/** Decodes percent-encoding; an invalid encoding is kept as is. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
