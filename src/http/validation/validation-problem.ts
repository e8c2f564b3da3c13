import type { ErrorObject } from 'ajv'
import { unknownCountry } from '../../kernel/countries/countries.ts'
import type { Problem } from '../../kernel/errors.ts'
import { pointerStep, stepsOf } from '../../kernel/json/json-pointer.ts'
import { unknownMember } from '../../kernel/text/nearest-word.ts'
import { REJECTED_MEMBERS, type Reasons } from './ignored-members.ts'

export type RequestPart = 'body' | 'querystring' | 'params' | 'headers'

const MAX_PROBLEMS = 20

/** Names in messages are truncated to this length. */
const MAX_NAME_LENGTH = 100

/** One problem per error: a sentence that states the problem and the allowed values, and the location. */
export function validationProblems(errors: readonly ErrorObject[], part: RequestPart): Problem[] {
  const problems = new Map<string, Problem>()
  const prescribed = new Set(errors.filter(({ keyword }) => keyword === 'const' || keyword === 'enum').map(pointerOf))
  for (const error of errors) {
    const pointer = pointerOf(error)
    if (isInformative(error, prescribed.has(pointer))) {
      const detail = `${nameOf(pointer, part)} ${requirement(error)}.`
      problems.set(`${pointer} ${detail}`, { detail, ...source(pointer, part) })
    }
    if (problems.size === MAX_PROBLEMS) break
  }
  return [...problems.values()]
}

/** A type error adds nothing to an error about the allowed values, nor does a condition to the error of its branch. */
function isInformative({ keyword }: ErrorObject, isPrescribed: boolean): boolean {
  return keyword !== 'if' && !(keyword === 'type' && isPrescribed)
}

// The pointer of a missing or unknown member names the member, not its object.
function pointerOf({ instancePath, params }: ErrorObject): string {
  const member: unknown = params.missingProperty ?? params.additionalProperty
  return typeof member === 'string' ? instancePath + pointerStep(member) : instancePath
}

function nameOf(pointer: string, part: RequestPart): string {
  if (pointer === '') return part === 'body' ? 'The body' : 'The request'
  const steps = stepsOf(pointer).map(shortened)
  return steps.reduce((name, step) => (/^\d+$/.test(step) ? `${name}[${step}]` : `${name}.${step}`))
}

function shortened(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name
}

function source(pointer: string, part: RequestPart): Omit<Problem, 'detail'> {
  if (part === 'body') return { pointer }
  const [member] = stepsOf(pointer)
  if (member === undefined || part === 'params') return {}
  return part === 'headers' ? { header: member } : { parameter: member }
}

/** The requirement of the failed keyword. Follows the member's name in a sentence. */
function requirement({ keyword, params, message, instancePath, data, parentSchema }: ErrorObject): string {
  // The framework validates null instead of a missing body.
  if (instancePath === '' && data === null) return 'is required'
  if (parentSchema?.['x-country'] === true && (keyword === 'enum' || keyword === 'pattern')) return unknownCountry(data)
  switch (keyword) {
    case 'required':
      return `is required${membersNeeded(parentSchema?.properties?.[params.missingProperty])}`
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
      return (
        refusal(parentSchema?.[REJECTED_MEMBERS], params.additionalProperty) ??
        unknownMember(params.additionalProperty, writableMembers(parentSchema?.properties))
      )
    case 'uniqueItems':
      return `must not contain duplicates: items ${params.j} and ${params.i} are equal`
    default:
      return limit(keyword, params.limit) ?? message ?? 'is invalid'
  }
}

type Needs = { required?: readonly string[]; else?: Needs }

/**
 * The members that a missing object must have. A union's last branch counts, because an empty object is checked by it.
 */
function membersNeeded(schema: Needs | undefined): string {
  if (schema?.required === undefined) return schema?.else === undefined ? '' : membersNeeded(schema.else)
  return `: an object with ${new Intl.ListFormat('en-US').format(schema.required)}`
}

/** The reason why a member that other servers' clients send is rejected; undefined for an unknown member. */
function refusal(reasons: Reasons = {}, name: string): string | undefined {
  return Object.hasOwn(reasons, name) ? `is not supported. ${reasons[name]?.replace(/\.$/, '')}` : undefined
}

/** Members that are accepted but ignored are not suggested. */
function writableMembers(properties: Record<string, { readOnly?: boolean }> = {}): string[] {
  return Object.keys(properties).filter((name) => properties[name]?.readOnly !== true)
}

/** Longer lists of allowed values are truncated. */
const MAX_CHOICES = 40

function choices(values: readonly unknown[], schema: ErrorObject['parentSchema']): string {
  if (values.length <= MAX_CHOICES) return `: ${values.map(format).join(', ')}`
  const description = typeof schema?.description === 'string' ? ` (${schema.description.replace(/\.$/, '')})` : ''
  return ` ${values.length} values such as ${values.slice(0, 5).map(format).join(', ')}${description}`
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  uri: 'an absolute URI',
  email: 'an email address',
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
      return `must contain at least ${bound} ${bound === 1 ? 'item' : 'items'}`
    case 'maxItems':
      return `must contain at most ${bound} ${bound === 1 ? 'item' : 'items'}`
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

function format(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
