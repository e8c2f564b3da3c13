import { mapSchema } from './components.ts'

type Schema = Readonly<Record<string, unknown>>
type JsonType = 'array' | 'boolean' | 'null' | 'number' | 'integer' | 'object' | 'string'

/**
 * Replaces every union (`anyOf`) with a choice: the type of the value, then the discriminator of its objects, select
 * one branch, and only that branch is checked. Validation is then linear in the value, and reports the errors of the
 * intended branch. Throws if these cannot distinguish the branches of a union.
 */
export function chooseBranches(schema: unknown): unknown {
  return mapSchema(schema, ({ anyOf, ...rest }) =>
    Array.isArray(anyOf)
      ? { ...rest, ...choice(anyOf.flatMap(branchesOf)) }
      : { ...rest, ...(anyOf !== undefined && { anyOf }) },
  )
}

/** Flattens unions inside unions. A named union stays whole, so that it is compiled once. */
function branchesOf(branch: Schema & { [UNION]?: readonly Schema[] }): readonly Schema[] {
  return '$id' in branch ? [branch] : (branch[UNION] ?? [branch])
}

/** Attaches the original branches to a choice. A symbol, so that no compiler sees it. */
const UNION = Symbol('branches')

function choice(branches: readonly Schema[]): Schema {
  if (branches.every((branch) => valuesOf(branch).length > 0))
    return { enum: [...new Set(branches.flatMap(valuesOf))], ...spellingsOf(branches), [UNION]: branches }
  const nullable = nullableOf(branches)
  if (nullable !== null) return { ...nullable, [UNION]: branches }
  const byType = Map.groupBy(
    branches.flatMap((branch) => typesOf(branch).map((type) => ({ type, branch }))),
    ({ type }) => type,
  )
  const choices = [...byType].map(([type, group]) => {
    const ofType = group.map(({ branch }) => branch)
    return { type, branch: type === 'object' ? objectChoice(ofType) : onlyOne(ofType) }
  })
  const type = [...byType.keys()]
  if (choices.length === 1) return { type, ...choices[0]?.branch, [UNION]: branches }
  const allOf = choices
    .filter(({ branch }) => !isPlainType(branch))
    .map((one) => conditional({ type: one.type }, one.branch))
  return { type, ...(allOf.length > 0 && { allOf }), [UNION]: branches }
}

function spellingsOf(branches: readonly Schema[]): Schema {
  const aliases = Object.assign({}, ...branches.map((branch) => branch['x-aliases']))
  return {
    ...(Object.keys(aliases).length > 0 && { 'x-aliases': aliases }),
    ...(branches.some((branch) => branch['x-country'] === true) && { 'x-country': true }),
  }
}

/** A branch or null. Keywords other than `enum` and `const` do not restrict null, so they can stay. */
function nullableOf(branches: readonly Schema[]): Schema | null {
  const [branch, ...others] = branches.filter(({ type }) => type !== 'null')
  if (branch === undefined || others.length > 0 || '$id' in branch || valuesOf(branch).length > 0) return null
  return { ...branch, type: [...typesOf(branch), 'null'] }
}

function valuesOf(branch: Schema): unknown[] {
  if ('const' in branch) return [branch.const]
  if (Array.isArray(branch.enum)) return branch.enum
  return branch.type === 'null' ? [null] : []
}

function typesOf(branch: Schema): JsonType[] {
  const values = valuesOf(branch)
  if (values.length > 0) return [...new Set(values.map(typeOfValue))]
  if (branch.type === undefined) throw new Error(`A branch of a union has no type: ${JSON.stringify(branch)}`)
  return [branch.type].flat() as JsonType[]
}

function typeOfValue(value: unknown): JsonType {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : (typeof value as JsonType)
}

function isPlainType(schema: Schema): boolean {
  return Object.keys(schema).every((key) => key === 'type')
}

function onlyOne(branches: readonly Schema[]): Schema {
  const [only] = branches
  if (only !== undefined && branches.length === 1) return only
  throw new Error(`Branches of a union cannot be distinguished: ${JSON.stringify(branches)}`)
}

function objectChoice(branches: readonly Schema[]): Schema {
  if (branches.length === 1) return onlyOne(branches)
  const tag = tagOf(branches)
  return tag === null ? choiceByOwnMember(branches) : choiceByTag(branches, tag)
}

/** The discriminator: a member that every branch requires with distinct values; null if there is none. */
function tagOf(branches: readonly Schema[]): string | null {
  const isTag = (name: string) => {
    const values = branches.map((branch) => (requires(branch, name) ? valuesOf(propertiesOf(branch)[name] ?? {}) : []))
    return values.every((own) => own.length > 0) && new Set(values.flat()).size === values.flat().length
  }
  return Object.keys(propertiesOf(branches[0] ?? {})).find(isTag) ?? null
}

function choiceByTag(branches: readonly Schema[], tag: string): Schema {
  const every = branches.flatMap((branch) => valuesOf(propertiesOf(branch)[tag] ?? {}))
  const allOf = branches.map((branch) =>
    conditional(
      { required: [tag], properties: { [tag]: { enum: valuesOf(propertiesOf(branch)[tag] ?? {}) } } },
      branch,
    ),
  )
  return { required: [tag], properties: { [tag]: { enum: every } }, allOf }
}

/** Selects the first branch whose own required member is present. The branch that requires least is the fallback. */
function choiceByOwnMember(branches: readonly Schema[]): Schema {
  const least = branches.reduce((one, other) => (countRequired(other) < countRequired(one) ? other : one))
  return branches.reduceRight<Schema>((otherwise, branch) => {
    const own = requiredBy(branch).filter((name) => branches.every((one) => one === branch || !requires(one, name)))
    if (own.length === 0) throw new Error(`Branches of a union cannot be distinguished: ${JSON.stringify(branches)}`)
    return { ...conditional({ anyOf: own.map((name) => ({ required: [name] })) }, branch), else: otherwise }
  }, least)
}

function conditional(condition: Schema, branch: Schema): Schema {
  // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's word.
  return { if: condition, then: branch }
}

function propertiesOf(branch: Schema): Readonly<Record<string, Schema>> {
  return (branch.properties ?? {}) as Readonly<Record<string, Schema>>
}

/** Includes members of required objects, so that one object that requires them all does not count as less. */
function countRequired(branch: Schema): number {
  const names = requiredBy(branch)
  return names.reduce((sum, name) => sum + countRequired(propertiesOf(branch)[name] ?? {}), names.length)
}

function requiredBy(branch: Schema): readonly string[] {
  return (branch.required ?? []) as readonly string[]
}

function requires(branch: Schema, name: string): boolean {
  return requiredBy(branch).includes(name)
}
