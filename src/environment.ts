import { readFileSync } from 'node:fs'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { urlProblem } from './kernel/socket-url.ts'
import { nearestWord } from './kernel/text/nearest-word.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** True if a setting is a secret, which may also be in the file that `NAME_FILE` names. */
export function isSecret(property: object): boolean {
  return 'secret' in property && property.secret === true
}

type ListOptions = {
  pattern?: string
  allowed?: string
  secret?: true
  check?: (values: readonly string[]) => string | null
}

/** Declares a setting with any number of values, each of which must match `pattern`. */
export function list(description: string, initial: string[], { pattern, ...more }: ListOptions = {}) {
  return Type.Array(Type.String(pattern === undefined ? {} : { pattern }), {
    description: `${description} Comma-separated.`,
    default: initial,
    ...more,
  })
}

/**
 * Reads the settings of a schema from the environment and from files. Throws an error that lists every misspelled
 * setting, and every invalid setting with its allowed values and, unless it is a secret, its value. `known` holds the
 * names of all settings.
 */
export function readSettings<Schema extends TObject>(
  schema: Schema,
  known: readonly string[],
  env: Env,
): Readonly<Static<Schema>> {
  const invalid = misspelled(known, env)
  const sources = new Map<string, string>()
  const given: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    const found = readSetting(name, property, env)
    if (found === null) continue
    sources.set(name, found.source)
    if ('problem' in found) {
      invalid.push(`  ${found.problem}`)
      continue
    }
    const value = splitLists(property, found.text)
    const wrong = withoutDigits(property, value)
    if (wrong.length > 0) invalid.push(`  ${found.source}: ${describeValue(property, [value].flat(), wrong)}`)
    else given[name] = value
  }
  const config = Value.Clean(schema, Value.Convert(schema, Value.Default(schema, given)))
  const values = new Map(Object.entries(config as object))
  for (const [name, property] of Object.entries(schema.properties)) {
    const problems = values.has(name) ? problemsOf(property, values.get(name), given[name]) : []
    invalid.push(...problems.map((problem) => `  ${sources.get(name) ?? name}${problem}`))
  }
  if (invalid.length > 0) throw invalidSettings(invalid)
  return Object.freeze(config as Static<Schema>)
}

/** Returns the positions of non-integers, because the library would convert 7.9 to 7 and true to 1. */
function withoutDigits(property: TSchema, value: string | string[]): number[] {
  if (!Type.IsInteger(Type.IsArray(property) ? property.items : property)) return []
  return [value].flat().flatMap((part, position) => (/^-?\d{1,15}$/.test(part) ? [] : [position]))
}

export function invalidSettings(lines: readonly string[]): Error {
  return new Error(`Invalid settings:\n${[...new Set(lines)].join('\n')}\nSee docs/configuration.md.`)
}

/** Checks one setting at a time, because for a whole schema the library reports at most eight problems. */
function problemsOf(property: TSchema & { check?: Check }, value: unknown, given: unknown): string[] {
  const errors = Value.Errors(property, value)
  if (errors.length > 0) {
    const positions = errors.map(({ instancePath }) => Number(instancePath.split('/')[1] ?? 0))
    return [`: ${describeValue(property, [given].flat(), [...new Set(positions)])}`]
  }
  const problem = property.check?.(value) ?? null
  if (problem !== null) return [`: ${problem}`]
  if (!('pattern' in property) || !String(property.pattern).endsWith('://')) return []
  const wrong = urlProblem(String(value))
  return wrong === null ? [] : [`: ${wrong}`]
}

/** Describes the allowed values, the invalid values, and the default. */
function describeValue(
  property: TSchema & { default?: unknown },
  values: readonly unknown[],
  positions: readonly number[],
): string {
  const wrong = positions.map((position) =>
    isSecret(property) ? `value ${position + 1}` : JSON.stringify(String(values[position] ?? values.join(','))),
  )
  const what = isSecret(property) && values.length === 1 ? '' : `, not ${wrong.join(', ')}`
  const initial = String(property.default ?? '')
  const remedy = initial === '' ? '' : ` Without the setting it is ${initial}.`
  return `must be ${allowedValues(property)}${what}.${remedy}`
}

type Limits = {
  minimum?: number
  maximum?: number
  minLength?: number
  maxItems?: number
  pattern?: string
  allowed?: string
}

/** Describes the allowed values of a setting: `a whole number from 1 to 500`. */
export function allowedValues(schema: TSchema & Limits): string {
  const limits: Limits = schema
  if (schema.allowed !== undefined) return schema.allowed
  if (Type.IsEnum(schema)) return `one of ${schema.enum.join(', ')}`
  if (Type.IsBoolean(schema)) return 'true or false'
  if (Type.IsInteger(schema)) return `a whole number${range(limits)}`
  if (Type.IsArray(schema)) return `values separated by commas, each ${allowedValues(schema.items)}${atMost(limits)}`
  if (schema.pattern !== undefined) return url(schema.pattern)
  return 'a text that is not empty'
}

function range({ minimum, maximum }: Limits): string {
  if (minimum === undefined) return maximum === undefined ? '' : ` of at most ${maximum}`
  return maximum === undefined ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`
}

function atMost({ maxItems }: Limits): string {
  return maxItems === undefined ? '' : `, at most ${maxItems} of them`
}

/** URL patterns and the schemes that they allow; any other pattern needs the member `allowed`. */
const SCHEMES: Readonly<Record<string, string>> = {
  '^https?://': 'http:// or https://',
  '^amqps?://': 'amqp:// or amqps://',
  '^postgres(ql)?://': 'postgres:// or postgresql://',
}

function url(pattern: string): string {
  const schemes = SCHEMES[pattern]
  if (schemes === undefined) throw new Error(`The pattern ${pattern} of a setting has no words: give it \`allowed\`.`)
  return `a URL that starts with ${schemes}`
}

/** A check that JSON Schema cannot express. Returns the problem, or null for a valid value. */
type Check = (value: unknown) => string | null

type Found = { source: string } & ({ text: string } | { problem: string })

/** Returns null for a missing or empty setting. */
function readSetting(name: string, property: object, env: Env): Found | null {
  const text = env[name]?.trim() ?? ''
  const source = `${name}_FILE`
  const file = isSecret(property) ? (env[source]?.trim() ?? '') : ''
  if (file === '') return text === '' ? null : { source: name, text }
  if (text !== '') return { source, problem: `${name} and ${source}: set only one of them` }
  return { source, ...readSecret(source, file) }
}

function readSecret(source: string, file: string): { text: string } | { problem: string } {
  try {
    const text = readFileSync(file, 'utf8').trim()
    return text === '' ? { problem: `${source}: the file ${file} is empty` } : { text }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { problem: `${source}: the file ${file} ${REASONS[code] ?? `is not readable (${code})`}` }
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'is not readable by this process',
  EISDIR: 'is a folder',
}

/** Lists are separated by commas; in a file, also by line breaks. */
function splitLists(schema: object, text: string): string | string[] {
  if (!Type.IsArray(schema)) return text
  return text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

const PREFIX = /^TIDINGS_/i

/**
 * Misspelled settings are errors, because with `TIDINGS_ENCRYPTON_KEY`, for example, everything would be encrypted with
 * another key. Names that resemble no setting are ignored, because scripts and other programs may use the prefix, as
 * container platforms do for a service named `tidings`.
 */
function misspelled(known: readonly string[], env: Env): string[] {
  const unknown = Object.keys(env).filter(
    (name) => PREFIX.test(name) && !known.includes(name) && (env[name] ?? '') !== '' && !isOfPlatform(name, env[name]),
  )
  return unknown.flatMap((name) => {
    const nearest = nearestSetting(name, known)
    return nearest === undefined ? [] : [`  ${name}: unknown setting; did you mean ${nearest}?`]
  })
}

/** Compares names without the prefix, which would make all of them similar. */
function nearestSetting(name: string, known: readonly string[]): string | undefined {
  const bySuffix = new Map(known.map((one) => [one.replace(PREFIX, ''), one]))
  return bySuffix.get(nearestWord(name.replace(PREFIX, ''), [...bySuffix.keys()]) ?? '')
}

const OF_SERVICE = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/

/**
 * Kubernetes and Docker set `TIDINGS_PORT=tcp://…`, `TIDINGS_SERVICE_HOST` and others for a service named `tidings`.
 */
function isOfPlatform(name: string, value = ''): boolean {
  return OF_SERVICE.test(name) || /^(tcp|udp|sctp):\/\//.test(value)
}
