import { RE2JS } from 're2js'
import type { Problem } from '../../../kernel/errors.ts'

export const FIELD_TYPES = ['string', 'integer', 'float', 'boolean', 'date', 'list', 'any'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** Rules for the values of a field; null or missing rules do not apply. */
export type Validation = {
  allow_null?: boolean | null
  immutable?: boolean | null
  /** Stored as sent: true means `yes`, which means `case-sensitive`. */
  unique?: boolean | Uniqueness | null
  /** Combined with `unique`, means `case-insensitive`; clients of other servers send it. */
  unique_case_insensitivity?: boolean | null
  allowed_type?: 'any' | 'string' | 'integer' | 'float' | 'boolean' | null
  min_length?: number | null
  max_length?: number | null
  min_value?: number | null
  max_value?: number | null
  regexp?: string | null
  options?: readonly (string | number | boolean)[] | null
}

type Uniqueness = 'no' | 'yes' | 'case-sensitive' | 'case-insensitive'

export type Rule = keyof Validation

const RULES: Readonly<Record<FieldType, readonly Rule[]>> = {
  string: [
    'allow_null',
    'immutable',
    'unique',
    'unique_case_insensitivity',
    'min_length',
    'max_length',
    'regexp',
    'options',
  ],
  integer: ['allow_null', 'immutable', 'unique', 'min_value', 'max_value', 'options'],
  float: ['allow_null', 'immutable', 'unique', 'min_value', 'max_value', 'options'],
  boolean: ['allow_null', 'immutable'],
  date: ['allow_null', 'immutable', 'unique'],
  list: ['allow_null', 'immutable', 'min_length', 'max_length', 'allowed_type', 'options'],
  any: ['allow_null', 'immutable'],
}

/** Returns how values are compared for uniqueness; `none` if they need not be unique. */
export function uniquenessOf({ unique, unique_case_insensitivity }: Validation): 'none' | 'exact' | 'ignoring-case' {
  if (unique === 'case-insensitive') return 'ignoring-case'
  if (unique !== true && unique !== 'yes' && unique !== 'case-sensitive') return 'none'
  return unique_case_insensitivity === true ? 'ignoring-case' : 'exact'
}

/** Members of an entry that are not fields. */
export const RESERVED = ['type', 'id', 'links', 'meta', 'relationships']
const LIST_NAMES = ['created_at', 'updated_at']

/** Maximum instructions of a compiled pattern: matching takes at most this many steps per character. */
const MAX_PATTERN_SIZE = 500

type Definition = { slug: string; field_type: FieldType; use_as_url_slug: boolean; validation: Validation }

export function checkDefinition({ slug, field_type, use_as_url_slug, validation }: Definition): Problem[] {
  const problems: Problem[] = []
  if ([...RESERVED, ...LIST_NAMES].includes(slug))
    problems.push({ detail: `data.slug must not be ${slug}: every entry has this member.`, pointer: '/data/slug' })
  for (const [name, rule] of Object.entries(validation)) {
    if (rule === null || rule === undefined) continue
    if (!RULES[field_type].includes(name as Rule))
      problems.push(
        wrong(name, `does not apply to the type ${field_type}; rules that do: ${RULES[field_type].join(', ')}`),
      )
  }
  if (field_type !== 'string' && uniquenessOf(validation) === 'ignoring-case')
    problems.push(wrong('unique', `must be no, yes or case-sensitive: a value of the type ${field_type} has no case`))
  const { unique_case_insensitivity } = validation
  if (unique_case_insensitivity === true && uniquenessOf(validation) !== 'ignoring-case')
    problems.push(wrong('unique_case_insensitivity', 'must be false or left out unless unique is yes'))
  if (use_as_url_slug) problems.push(...checkUrlSlug(field_type, validation))
  return [...problems, ...checkBounds(validation), ...checkPattern(validation), ...checkOptions(field_type, validation)]
}

/** Requires uniqueness, because a value in a URL must lead to one entry. */
function checkUrlSlug(field_type: FieldType, validation: Validation): Problem[] {
  if (field_type !== 'string')
    return [
      { detail: 'data.use_as_url_slug must be false unless field_type is string.', pointer: '/data/use_as_url_slug' },
    ]
  return [
    ...(uniquenessOf(validation) === 'none' ? [wrong('unique', 'must be yes: the values are in URLs')] : []),
    ...(validation.allow_null === false ? [] : [wrong('allow_null', 'must be false: the values are in URLs')]),
  ]
}

function checkBounds({ min_length, max_length, min_value, max_value }: Validation): Problem[] {
  const problems: Problem[] = []
  if (isAbove(min_length, max_length)) problems.push(wrong('max_length', 'must be at least min_length'))
  if (isAbove(min_value, max_value)) problems.push(wrong('max_value', 'must be at least min_value'))
  return problems
}

function isAbove(low: number | null | undefined, high: number | null | undefined): boolean {
  return typeof low === 'number' && typeof high === 'number' && low > high
}

function checkPattern({ regexp }: Validation): Problem[] {
  if (typeof regexp !== 'string') return []
  try {
    const size = RE2JS.compile(regexp).programSize()
    if (size <= MAX_PATTERN_SIZE) return []
    const allowed = `must compile to at most ${MAX_PATTERN_SIZE} instructions, not ${size}`
    return [wrong('regexp', `${allowed}: a repetition such as x{100} takes one for each time`)]
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error)
    return [wrong('regexp', `is not a valid RE2 pattern: ${reason}`)]
  }
}

function checkOptions(field_type: FieldType, { options }: Validation): Problem[] {
  if (!Array.isArray(options)) return []
  const suitsType: Partial<Record<FieldType, (option: unknown) => boolean>> = {
    string: (option) => typeof option === 'string',
    integer: Number.isSafeInteger,
    float: (option) => typeof option === 'number',
  }
  const suits = suitsType[field_type] ?? (() => true)
  return options.flatMap((option, index) =>
    suits(option) ? [] : [wrong(`options/${index}`, `is not a value of the type ${field_type}`)],
  )
}

function wrong(rule: string, what: string): Problem {
  return { detail: `data.validation.${rule.replace('/', '.')} ${what}.`, pointer: `/data/validation/${rule}` }
}
