import type { ErrorObject } from 'ajv'
import type { Problem } from '../kernel/errors.ts'

/** The part of a request that a schema describes. */
export type RequestPart = 'body' | 'querystring' | 'params' | 'headers'

/** The most problems that one answer lists. */
const MOST_PROBLEMS = 20

/** One problem per error: a sentence that names what is wrong and what is allowed, and the place. */
export function validationProblems(errors: readonly ErrorObject[], part: RequestPart): Problem[] {
  const problems = new Map<string, Problem>()
  for (const error of withoutTypesOfValues(collapseUnions(errors))) {
    const pointer = placeOf(error)
    const detail = `${nameOf(pointer, part)} ${demand(error)}.`
    problems.set(`${pointer} ${detail}`, { detail, ...source(pointer, part) })
  }
  return [...problems.values()].slice(0, MOST_PROBLEMS)
}

/** Where the value itself is prescribed, its type says nothing more. */
function withoutTypesOfValues(errors: readonly ErrorObject[]): ErrorObject[] {
  const prescribed = new Set(errors.filter(({ keyword }) => keyword === 'const' || keyword === 'enum').map(placeOf))
  return errors.filter((error) => error.keyword !== 'type' || !prescribed.has(placeOf(error)))
}

// A missing or surplus member is pointed at itself, not at the object that should or should not have it.
function placeOf({ instancePath, params }: ErrorObject): string {
  const member: unknown = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty
  return typeof member === 'string'
    ? `${instancePath}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`
    : instancePath
}

function nameOf(pointer: string, part: RequestPart): string {
  if (pointer === '') return part === 'body' ? 'The body' : 'The request'
  const steps = pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps.reduce((name, step) => (/^\d+$/.test(step) ? `${name}[${step}]` : `${name}.${step}`))
}

function source(pointer: string, part: RequestPart): Omit<Problem, 'detail'> {
  if (part === 'body') return { pointer }
  const member = pointer.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~')
  if (member === undefined || part === 'params') return {}
  return part === 'headers' ? { header: member } : { parameter: member }
}

/** What the failed keyword asks for, to follow the name of the place. */
function demand({ keyword, params, message, instancePath, data, parentSchema }: ErrorObject): string {
  // The framework validates null in place of a body that is missing.
  if (instancePath === '' && data === null) return 'is required'
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return 'is required'
    case 'type':
      return `must be ${listOf([params.type].flat().flatMap(splitTypes).map(withArticle))}`
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`
    case 'enum':
      return `must be one of${choices(params.allowedValues, parentSchema)}`
    case 'format':
      return `must be ${FORMATS[params.format] ?? `a valid ${params.format}`}`
    case 'pattern':
      return `must match the pattern ${params.pattern}`
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'false schema':
      return 'is not allowed here'
    case 'uniqueItems':
      return `must not hold anything twice: items ${params.j} and ${params.i} are equal`
    default:
      return limit(keyword, params.limit) ?? message ?? 'is not valid'
  }
}

/** More values than this are not listed: nobody reads them. */
const MOST_CHOICES = 40

function choices(values: readonly unknown[], schema: ErrorObject['parentSchema']): string {
  if (values.length <= MOST_CHOICES) return `: ${values.map(shown).join(', ')}`
  const told = typeof schema?.description === 'string' ? ` (${schema.description.replace(/\.$/, '')})` : ''
  return ` ${values.length} values such as ${values.slice(0, 5).map(shown).join(', ')}${told}`
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  uri: 'an absolute address (URI)',
  email: 'an e-mail address',
  date: 'a date such as 2026-11-20',
  'date-time': 'an ISO 8601 timestamp such as 2026-11-20T17:46:03.120Z',
}

function limit(keyword: string, bound: number): string | undefined {
  switch (keyword) {
    case 'minLength':
      return bound === 1 ? 'must not be empty' : `must be at least ${bound} characters long`
    case 'maxLength':
      return `must be at most ${bound} characters long`
    case 'minItems':
      return `must hold at least ${bound} ${bound === 1 ? 'item' : 'items'}`
    case 'maxItems':
      return `must hold at most ${bound} ${bound === 1 ? 'item' : 'items'}`
    case 'minProperties':
      return `must have at least ${bound} ${bound === 1 ? 'member' : 'members'}`
    case 'maxProperties':
      return `must have at most ${bound} ${bound === 1 ? 'member' : 'members'}`
    case 'minimum':
      return `must be at least ${bound}`
    case 'maximum':
      return `must be at most ${bound}`
    case 'exclusiveMinimum':
      return `must be greater than ${bound}`
    case 'exclusiveMaximum':
      return `must be less than ${bound}`
    default:
      return undefined
  }
}

const ARTICLES: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
}

function withArticle(type: string): string {
  return ARTICLES[type] ?? type
}

function splitTypes(types: string): string[] {
  return types.split(',')
}

function listOf(words: readonly string[]): string {
  return [...new Set(words)].join(' or ')
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Replaces the errors of every failed union by what the caller most likely meant: one list of values, or one branch. */
function collapseUnions(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = errors.filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf')
  const outermost = unions.find((union) => !unions.some((other) => other !== union && isInside(union, other)))
  if (outermost === undefined) return [...errors]
  const branches = errors.filter((error) => error !== outermost && isInside(error, outermost))
  const others = errors.filter((error) => error !== outermost && !branches.includes(error))
  return [...collapseUnions(others), ...collapseUnion(outermost, branches)]
}

function isInside(error: ErrorObject, union: ErrorObject): boolean {
  return (
    error.schemaPath.startsWith(`${union.schemaPath}/`) &&
    (error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`))
  )
}

function collapseUnion(union: ErrorObject, errors: readonly ErrorObject[]): ErrorObject[] {
  const here = errors.filter((error) => error.instancePath === union.instancePath)
  const values = here.flatMap(({ keyword, params }) =>
    keyword === 'const' ? [params.allowedValue] : keyword === 'enum' ? params.allowedValues : [],
  )
  if (here.length === errors.length && values.length > 0) {
    const orNull = here.some(({ keyword, params }) => keyword === 'type' && params.type === 'null') ? [null] : []
    return [{ ...union, keyword: 'enum', params: { allowedValues: [...values, ...orNull] } }]
  }
  const types = here.filter((error) => error.keyword === 'type').flatMap((error) => error.params.type)
  if (errors.length === types.length && types.length > 0)
    return [{ ...union, keyword: 'type', params: { type: types } }]
  return likeliestBranch(union, errors)
}

// The branch whose type and discriminating values fit and that fails least.
function likeliestBranch(union: ErrorObject, errors: readonly ErrorObject[]): ErrorObject[] {
  const branches = new Map<string, ErrorObject[]>()
  for (const error of errors) {
    const branch = error.schemaPath.slice(union.schemaPath.length + 1).split('/')[0] ?? ''
    branches.set(branch, [...(branches.get(branch) ?? []), error])
  }
  const misfit = (error: ErrorObject) =>
    error.keyword === 'const' || (error.keyword === 'type' && error.instancePath === union.instancePath)
  // A union inside a branch first: what misfits one of its own branches says nothing of this one.
  const fitting = [...branches.values()].map(collapseUnions).filter((branch) => !branch.some(misfit))
  const best = fitting.sort((one, other) => one.length - other.length)[0]
  return best ?? kindsOf(union, errors) ?? [{ ...union, message: 'has none of the shapes that are allowed here' }]
}

/** Where a member such as `kind` tells every branch apart: the values that it could have. */
function kindsOf(union: ErrorObject, errors: readonly ErrorObject[]): ErrorObject[] | null {
  const kinds = errors.filter(
    ({ keyword, instancePath }) =>
      keyword === 'const' && instancePath.slice(0, instancePath.lastIndexOf('/')) === union.instancePath,
  )
  const [first, ...others] = kinds
  if (first === undefined || others.some(({ instancePath }) => instancePath !== first.instancePath)) return null
  return [{ ...first, keyword: 'enum', params: { allowedValues: kinds.map(({ params }) => params.allowedValue) } }]
}
