import type { Problem } from '../../../kernel/errors.ts'
import { isUuid } from '../../../kernel/ids.ts'
import { canonicalJson } from '../../../kernel/json/canonical-json.ts'
import { pointerStep } from '../../../kernel/json/json-pointer.ts'
import { type FieldType, RESERVED, type Validation } from './definition.ts'
import { PatternBudget } from './patterns.ts'
import { parseValue } from './value.ts'

/** The part of a field's definition that bodies are validated against. */
type Field = {
  id: string
  slug: string
  field_type: FieldType
  presence: 'optional' | 'required'
  use_as_url_slug: boolean
  validation: Validation
}

/** Values by field id. Null and missing values are presented alike. */
export type Values = Readonly<Record<string, unknown>>

/**
 * Applies a body to an entry (`before` is null for a new entry) and returns its values and the problems with the body.
 * Drops values of deleted fields.
 */
export function readEntry(
  api_type: string,
  fields: readonly Field[],
  sent: Readonly<Record<string, unknown>>,
  before: Values | null,
): { values: Values; problems: Problem[] } {
  const problems = checkMembers(api_type, fields, sent)
  const values: Record<string, unknown> = {}
  const patterns = new PatternBudget()
  for (const field of fields) {
    const { id, slug } = field
    if (!Object.hasOwn(sent, slug)) {
      if (before !== null && Object.hasOwn(before, id)) values[id] = before[id]
      else if (before === null && field.presence === 'required') problems.push(wrong(slug, 'is required'))
      continue
    }
    const parsed = parseValue(field.field_type, field.validation, sent[slug], patterns)
    if (parsed.kind === 'invalid') problems.push(wrong(slug, parsed.must))
    else if (field.use_as_url_slug && !isUrlSlug(String(parsed.value))) problems.push(wrong(slug, URL_SLUG_MUST))
    else if (isWritable(field, before, parsed.value)) values[id] = parsed.value
    else problems.push(wrong(slug, 'is immutable: it was set and cannot be changed'))
  }
  return { values, problems }
}

/** True if the value can identify an entry in a URL; a UUID always means the entry with that id. */
export function isUrlSlug(value: string): boolean {
  return URL_SLUG.test(value) && !isUuid(value)
}

/** Characters that URLs leave unescaped, except the path segments `.` and `..`. */
const URL_SLUG = /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,255}$/
const URL_SLUG_MUST = 'must be 1 to 255 letters, digits and . _ ~ -, and not a UUID: it is in the URL of the entry'

/** True if the value may be written: that of an immutable field only once. */
function isWritable({ id, validation }: Field, before: Values | null, value: unknown): boolean {
  const set = before?.[id] ?? null
  return validation.immutable !== true || set === null || canonicalJson(set) === canonicalJson(value)
}

/** Unknown members that a response lists. */
const MAX_UNKNOWN = 100

function checkMembers(api_type: string, fields: readonly Field[], sent: Readonly<Record<string, unknown>>): Problem[] {
  const slugs = fields.map(({ slug }) => slug)
  const names = new Set([...slugs, ...RESERVED])
  const isOfApi = sent.type === undefined || sent.type === api_type
  const problems = isOfApi ? [] : [wrong('type', `must be ${JSON.stringify(api_type)}`)]
  const unknown = Object.keys(sent).filter((name) => !names.has(name))
  const known = slugs.length === 0 ? 'it has no fields' : `its fields are ${slugs.join(', ')}`
  return [
    ...problems,
    ...unknown.slice(0, MAX_UNKNOWN).map((name) => wrong(name, `is not a field of ${api_type}; ${known}`)),
  ]
}

function wrong(member: string, what: string): Problem {
  return { detail: `data.${member} ${what}.`, pointer: `/data${pointerStep(member)}` }
}
