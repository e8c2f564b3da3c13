import { readFileSync } from 'node:fs'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { nearestWord } from './kernel/nearest-word.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** Whether a setting is a secret: it may also stand in the file that NAME_FILE names. */
export function isSecret(property: object): boolean {
  return 'secret' in property && property.secret === true
}

/**
 * The settings of a schema, from the environment and the files that it names. Throws an error that names every wrong one
 * and what it takes, never what it holds; so are the misspelt ones among `known`, the names of all settings.
 */
export function readSettings<Schema extends TObject>(
  schema: Schema,
  known: readonly string[],
  env: Env,
): Readonly<Static<Schema>> {
  const trouble = misspelt(known, env)
  const sources = new Map<string, string>()
  const given: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    const found = readSetting(name, property, env)
    if (found === null) continue
    sources.set(name, found.source)
    if ('trouble' in found) trouble.push(`  ${found.trouble}`)
    else given[name] = splitLists(property, found.text)
  }
  const config = Value.Clean(schema, Value.Convert(schema, Value.Default(schema, given)))
  const values = new Map(Object.entries(config as object))
  for (const [name, property] of Object.entries(schema.properties)) {
    const problems = values.has(name) ? problemsOf(property, values.get(name)) : []
    trouble.push(...problems.map((problem) => `  ${sources.get(name) ?? name}${problem}`))
  }
  if (trouble.length > 0) throw wrongSettings(trouble)
  return Object.freeze(config as Static<Schema>)
}

function wrongSettings(lines: readonly string[]): Error {
  return new Error(`Wrong settings:\n${[...new Set(lines)].join('\n')}\nSee docs/configuration.md.`)
}

/** One setting at a time: of all of them together the library names eight problems and no more. */
function problemsOf(property: TSchema & { check?: Check }, value: unknown): string[] {
  const errors = Value.Errors(property, value).map(({ instancePath, message }) => `${instancePath}: ${message}`)
  if (errors.length > 0) return errors
  const problem = property.check?.(value) ?? null
  if (problem !== null) return [`: ${problem}`]
  if (!('pattern' in property) || !String(property.pattern).endsWith('://')) return []
  // PostgreSQL takes an address without a host: the local socket.
  if (URL.canParse(String(value).replace('@/', '@localhost/'))) return []
  return [': is not an address; write what is special in its password as in %23 for #']
}

/** What is wrong with a value that a schema cannot say; null for a good one. */
type Check = (value: unknown) => string | null

type Found = { source: string } & ({ text: string } | { trouble: string })

/** Null when it is not set; an empty text is as none. */
function readSetting(name: string, property: object, env: Env): Found | null {
  const text = env[name]?.trim() ?? ''
  const source = `${name}_FILE`
  const file = isSecret(property) ? (env[source]?.trim() ?? '') : ''
  if (file === '') return text === '' ? null : { source: name, text }
  if (text !== '') return { source, trouble: `${name} and ${source}: only one of them may be set` }
  return { source, ...readSecret(source, file) }
}

function readSecret(source: string, file: string): { text: string } | { trouble: string } {
  try {
    const text = readFileSync(file, 'utf8').trim()
    return text === '' ? { trouble: `${source}: the file ${file} is empty` } : { text }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { trouble: `${source}: the file ${file} ${REASONS[code] ?? `cannot be read (${code})`}` }
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read by this process',
  EISDIR: 'is a folder',
}

/** In a file, each part of a list may have a line of its own. */
function splitLists(schema: object, text: string): string | string[] {
  if (!Type.IsArray(schema)) return text
  return text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

const PREFIX = /^TIDINGS_/i

/**
 * What begins like our settings and is nearly one ends the start: a warning goes unread, and `TIDINGS_ENCRYPTON_KEY` would
 * encrypt everything with another key. What is near to none is left alone: variables of tests, scripts and other programs
 * may begin alike, and so do those that container platforms make for a service called `tidings`.
 */
function misspelt(known: readonly string[], env: Env): string[] {
  const strange = Object.keys(env).filter(
    (name) => PREFIX.test(name) && !known.includes(name) && (env[name] ?? '') !== '' && !isOfPlatform(name, env[name]),
  )
  return strange.flatMap((name) => {
    const nearest = nearestSetting(name, known)
    return nearest === undefined ? [] : [`  ${name}: unknown setting; did you mean ${nearest}?`]
  })
}

/** Without the prefix, which would make everything look alike. */
function nearestSetting(name: string, known: readonly string[]): string | undefined {
  const bare = new Map(known.map((one) => [one.replace(PREFIX, ''), one]))
  return bare.get(nearestWord(name.replace(PREFIX, ''), [...bare.keys()]) ?? '')
}

const OF_SERVICE = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/

/** Kubernetes and Docker tell programs of a service `tidings` in `TIDINGS_PORT=tcp://…`, `TIDINGS_SERVICE_HOST` and such. */
function isOfPlatform(name: string, value = ''): boolean {
  return OF_SERVICE.test(name) || /^(tcp|udp|sctp):\/\//.test(value)
}
