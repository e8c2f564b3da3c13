import type { Problem } from '../../kernel/errors.ts'
import { isObject } from '../../kernel/json/json.ts'
import { pointerStep } from '../../kernel/json/json-pointer.ts'
import type { Members } from './kind.ts'
import { isHeaderValue, problemAt } from './members.ts'

const MAX_HEADERS = 20
const MAX_LENGTH = 4_096

export const MAX_NAMES = 3

/** Documented form of the characters that `problemOfName` accepts. */
export const NAME_PATTERN = "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$"

const NAME = new RegExp(NAME_PATTERN)

/** Headers that each delivery sets, or that belong to the connection; in lower case. */
const RESERVED: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'traceparent',
  'tracestate',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'x-integration-resource-version',
  'x-integration-secret-key',
  'x-integration-trigger',
])
const RESERVED_PREFIXES = ['webhook-', 'ce-']

/** Members that rename a header, each with the default name, which its list may include. */
const NAMING = {
  secret_key_headers: 'x-integration-secret-key',
  trigger_headers: 'x-integration-trigger',
} as const

export type OwnHeaders = Readonly<Record<string, string>>

export function checkHeaders({ headers, authentication }: Members): Problem[] {
  if (headers === undefined) return []
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) {
    return [problemAt('headers', 'headers must be an object of header names and values.')]
  }
  const entries = Object.entries(headers)
  if (entries.length > MAX_HEADERS) {
    return [problemAt('headers', `headers must not have more than ${MAX_HEADERS} members, not ${entries.length}.`)]
  }
  const names = entries.map(([name]) => name.toLowerCase())
  return entries.flatMap(([name, value], index) => {
    const problem =
      problemOfName(name, authentication !== undefined) ??
      (names.indexOf(name.toLowerCase()) === index ? null : 'is named twice, in upper and lower case') ??
      problemOfValue(value)
    return problem === null ? [] : [problemAt(`headers${pointerStep(name)}`, `The header ${name} ${problem}.`)]
  })
}

export function checkHeaderNames(members: Members): Problem[] {
  const others = isObject(members.headers) ? Object.keys(members.headers) : []
  const taken = new Map(others.map((name) => [name.toLowerCase(), 'headers']))
  return Object.entries(NAMING).flatMap(([member, usual]) => checkNames(members, member, usual, taken))
}

/** Adds the names to `taken`, each with its member. */
function checkNames(members: Members, member: string, usual: string, taken: Map<string, string>): Problem[] {
  const names = members[member]
  if (names === undefined) return []
  if (!isListOfNames(names))
    return [problemAt(member, `${member} must be a list of 1 to ${MAX_NAMES} header names; null removes it.`)]
  return names.flatMap((name, index) => {
    const lower = name.toLowerCase()
    const other = taken.get(lower)
    taken.set(lower, other ?? member)
    const problem =
      (lower === usual ? null : problemOfName(name, members.authentication !== undefined)) ??
      (other === undefined ? null : `is also in ${other}: each header has one value`)
    return problem === null ? [] : [problemAt(`${member}/${index}`, `The header ${name} ${problem}.`)]
  })
}

function isListOfNames(value: unknown): value is string[] {
  const isList = Array.isArray(value) && value.every((name) => typeof name === 'string')
  return isList && value.length > 0 && value.length <= MAX_NAMES
}

function problemOfName(name: string, isAuthenticated: boolean): string | null {
  // Lower case maps some letters beyond ASCII to ASCII, but headers are sent unchanged.
  if (!NAME.test(name)) return 'must be 1 to 100 letters, digits or -_. as in HTTP'
  const lower = name.toLowerCase()
  if (lower === '__proto__') return 'is lost in many programs: choose another name'
  if (RESERVED.has(lower) || RESERVED_PREFIXES.some((prefix) => lower.startsWith(prefix))) {
    return 'is set by each delivery itself'
  }
  return lower === 'authorization' && isAuthenticated ? 'is set by authentication: use one of the two' : null
}

function problemOfValue(value: unknown): string | null {
  if (typeof value !== 'string' || !isHeaderValue(value)) return 'must have a value of visible ASCII characters'
  return value.length > MAX_LENGTH ? `must have a value of at most ${MAX_LENGTH} characters` : null
}

/** Returns the headers of validated members; undefined without any. */
export function headersIn({ headers }: Members): OwnHeaders | undefined {
  if (headers === undefined || checkHeaders({ headers }).length > 0) return undefined
  return { ...(headers as OwnHeaders) }
}

/** Returns the header names of validated members; undefined to use those of the settings. */
export function headerNamesIn(members: Members, member: keyof typeof NAMING): readonly string[] | undefined {
  const names = members[member]
  return isListOfNames(names) && checkHeaderNames({ [member]: names }).length === 0 ? [...names] : undefined
}
