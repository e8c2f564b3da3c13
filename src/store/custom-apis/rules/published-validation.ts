import { invalid, type Problem } from '../../../kernel/errors.ts'
import type { FieldType, Rule, Validation } from './definition.ts'

/** Names of rules below the type of the field, as in `{"string": {"regex": "^a"}}`, where they differ. */
const PUBLISHED: Partial<Record<Rule, string>> = { allow_null: 'allow_null_values', regexp: 'regex' }
const OWN = new Map(Object.entries(PUBLISHED).map(([own, published]) => [published, own]))

/** A validation in a body: rules below the type of the field, rules at the top level, or null. */
export type SentValidation = Readonly<Record<string, unknown>> | null

/** Converts a body's rules to their stored form. Throws `invalid` for rules of another type, or in both forms. */
export function readValidation(sent: SentValidation, field_type: FieldType): Validation {
  const given = Object.entries(sent ?? {}).filter(([, value]) => value !== null && value !== undefined)
  const nested = given.filter(([name]) => isType(name))
  const other = nested.find(([name]) => name !== field_type)
  if (other !== undefined)
    throw refused(other[0], `does not apply: the type of the field is ${field_type}; send validation.${field_type}`)
  const [published] = nested
  if (published === undefined) return (sent ?? {}) as Validation
  const own = given.find(([name]) => !isType(name))
  if (own !== undefined) throw refused(own[0], `must be in validation.${field_type}, where the other rules are`)
  const rules = Object.entries(published[1] as object)
  return Object.fromEntries(rules.map(([name, value]) => [OWN.get(name) ?? name, value]))
}

/** Presents rules below the type of the field; empty without rules. */
export function publishValidation(validation: Validation, field_type: FieldType): Record<string, unknown> {
  const rules = Object.entries(validation).filter(([, value]) => value !== null && value !== undefined)
  if (rules.length === 0) return {}
  const named = rules.map(([name, value]) => [PUBLISHED[name as Rule] ?? name, name === 'unique' ? word(value) : value])
  return { [field_type]: Object.fromEntries(named) }
}

/** Renames problems for a body that has its rules below the type of the field. */
export function publishProblems(problems: readonly Problem[], field_type: FieldType): Problem[] {
  return problems.map(({ detail, pointer = '' }) => {
    const [, rule = '', rest = ''] = /^\/data\/validation\/(\w+)(.*)$/.exec(pointer) ?? []
    if (rule === '') return { detail, pointer }
    const name = PUBLISHED[rule as Rule] ?? rule
    return {
      detail: detail.replace(`data.validation.${rule}`, `data.validation.${field_type}.${name}`),
      pointer: `/data/validation/${field_type}/${name}${rest}`,
    }
  })
}

/** True if the rules of a body are below the type of the field. */
export function isPublished(sent: unknown): boolean {
  return typeof sent === 'object' && sent !== null && Object.keys(sent).some(isType)
}

const TYPES: readonly string[] = ['string', 'integer', 'float', 'boolean', 'date', 'list', 'any'] satisfies FieldType[]

function isType(name: string): boolean {
  return TYPES.includes(name)
}

function word(unique: unknown): unknown {
  if (typeof unique !== 'boolean') return unique
  return unique ? 'yes' : 'no'
}

function refused(rule: string, what: string) {
  return invalid([{ detail: `data.validation.${rule} ${what}.`, pointer: `/data/validation/${rule}` }])
}
