import { hash } from 'node:crypto'
import { isUuid } from '../../kernel/ids.ts'
import { isObject } from '../../kernel/json/json.ts'
import { stepsOf } from '../../kernel/json/json-pointer.ts'
import { nearestWord, unknownMember } from '../../kernel/text/nearest-word.ts'
import { interpolate } from './interpolate.ts'
import { type Desired, InvalidConfiguration, type Kind, type Members, type Mistake, type Path } from './kind.ts'
import { mapReferences, mapStrings } from './references.ts'
import type { Source } from './sources.ts'

export type Reading = {
  kinds: readonly Kind[]
  /** Reasons why files cannot declare other types, by type. */
  left_out: Readonly<Record<string, string>>
  environment: Readonly<Record<string, string | undefined>>
}

/** Returns the resources that documents declare. Throws all mistakes together. */
export function readDesired(sources: readonly Source[], reading: Reading): Desired[] {
  const read = sources.map((source) => readOne(source, reading))
  const mistakes = read.flatMap((one) => one.mistakes)
  if (mistakes.length > 0) throw new InvalidConfiguration(mistakes)
  return read.flatMap(({ desired }) => (desired === null ? [] : [desired]))
}

type Read = { desired: Desired | null; mistakes: Mistake[] }

function readOne(source: Source, reading: Reading): Read {
  const wrong = (path: Path, detail: string): Mistake => ({ at: source.at(path), detail })
  const refuse = (path: Path, detail: string): Read => ({ desired: null, mistakes: [wrong(path, detail)] })
  if (!isObject(source.value))
    return refuse([], 'A document must be an object such as `{type: currency, code: EUR, …}`.')
  const { type, ...declared } = source.value
  if (typeof type !== 'string') return refuse([], `\`type\` is required: ${typesOf(reading)}.`)
  const kind = reading.kinds.find((one) => spelling(one.type) === spelling(type))
  if (kind === undefined) return refuse(['type'], describeUnknownType(type, reading))
  const { value, used, wrong: unset } = interpolate(declared, reading.environment)
  const members = withoutAliases(kind, value as Members)
  const mistakes = [
    ...unset.map(({ path, detail }) => wrong(path, detail)),
    ...checkNames(kind, members).map(([path, detail]) => wrong(path, detail)),
    ...checkIdentifying(kind, members, used).map(([path, detail]) => wrong(path, detail)),
  ]
  if (mistakes.length > 0) return { desired: null, mistakes }
  const checked = validateMembers(kind, members, 'update')
  const from_environment = [...new Set(used.map((path) => memberAt(kind, path)))]
  return {
    desired: { kind, members: checked.members, from_environment, at: source.at },
    mistakes: checked.problems.map(({ path, detail }) => wrong(path, detail)),
  }
}

/** Types may be written with underscores or hyphens. */
function spelling(type: string): string {
  return type.replaceAll('-', '_')
}

function describeUnknownType(type: string, reading: Reading): string {
  const reason = Object.entries(reading.left_out).find(([known]) => spelling(known) === spelling(type))?.[1]
  if (reason !== undefined) return `${type} cannot be declared: ${reason}`
  const nearest = nearestWord(
    type,
    reading.kinds.map((kind) => kind.type),
  )
  return `Unknown type ${type}${nearest === undefined ? '' : `; did you mean ${nearest}?`} It must be ${typesOf(reading)}.`
}

function typesOf({ kinds }: Reading): string {
  return `one of ${kinds.map(({ type }) => type).join(', ')}`
}

function withoutAliases({ aliases }: Kind, members: Members): Members {
  const entries = Object.entries(members).map(([name, value]) => {
    const own = Object.hasOwn(aliases, name) ? aliases[name] : undefined
    return own === undefined || Object.hasOwn(members, own) ? [name, value] : [own, value]
  })
  return Object.fromEntries(entries)
}

type Found = (readonly [Path, string])[]

function checkNames(kind: Kind, members: Members): Found {
  return Object.keys(members)
    .filter((name) => !kind.members.includes(name) && name !== kind.parent)
    .map((name) => [[name], `\`${name}\` ${unknownMember(name, kind.members)}.`])
}

function checkIdentifying(kind: Kind, members: Members, used: readonly Path[]): Found {
  const names = kind.parent === undefined ? kind.key : [kind.parent, ...kind.key]
  return names.flatMap((name): Found => {
    const value = members[name]
    if (used.some(([first]) => first === name))
      return [[[name], `\`${name}\` identifies the ${kind.type}: it cannot come from the environment.`]]
    if (typeof value === 'string' && value !== '') return []
    const purpose = kind.references[name] === undefined ? 'identifies' : 'is part of what identifies'
    return [[[name], `\`${name}\` is required, as text that is not empty: it ${purpose} the ${kind.type}.`]]
  })
}

/** Returns the name of a member in changes; for a merged object, the name of the member within it. */
function memberAt({ merged }: Kind, path: Path): string {
  const [first = '', second] = path
  return merged.includes(String(first)) && second !== undefined ? `${first}.${second}` : String(first)
}

type Checked = { members: Members; problems: { path: Path; detail: string }[] }

/** Validates members as the API would, even if they refer to resources that do not exist yet. */
export function validateMembers(kind: Kind, members: Members, operation: 'create' | 'update'): Checked {
  const keys = new Map<string, string>()
  const filled = mapReferences(kind, members, ({ type, value }) => {
    if (isUuid(value)) return value
    const stand_in = uuidOf(`${type} ${value}`)
    keys.set(stand_in, value)
    return stand_in
  })
  const { [kind.parent ?? '']: _parent, ...body } = filled
  const problems = kind.validate(body, operation).map(({ pointer = '', detail }) => ({
    path: stepsOf(pointer).map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
    detail,
  }))
  // Validation normalizes other spellings in place.
  const checked = { ...filled, ...body }
  return { members: mapStrings(checked, (text) => keys.get(text) ?? text) as Members, problems }
}

/** Returns a UUID that depends only on the text. */
function uuidOf(text: string): string {
  return hash('sha256', text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}
