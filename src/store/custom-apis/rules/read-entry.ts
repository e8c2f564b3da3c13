import type { Problem } from '../../../kernel/errors.ts'
import { pointerStep } from '../../../kernel/json-pointer.ts'
import { type FieldType, RESERVED, type Validation } from './definition.ts'
import { judgeValue } from './value.ts'

/** What an entry's body is read by. */
type Field = {
  id: string
  slug: string
  field_type: FieldType
  presence: 'optional' | 'required'
  validation: Validation
}

/** Values by the id of their field; null, and what nobody has said, show alike. */
export type Values = Readonly<Record<string, unknown>>

/**
 * The values of an entry after a body has changed it (`before` is null for a new one), and what is wrong with that body.
 * Values of fields that are no longer there go.
 */
export function readEntry(
  api_type: string,
  fields: readonly Field[],
  sent: Readonly<Record<string, unknown>>,
  before: Values | null,
): { values: Values; problems: Problem[] } {
  const problems = refuseStrangers(api_type, fields, sent)
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    const { id, slug } = field
    if (!Object.hasOwn(sent, slug)) {
      if (before !== null && Object.hasOwn(before, id)) values[id] = before[id]
      else if (before === null && field.presence === 'required') problems.push(wrong(slug, 'is required'))
      continue
    }
    const judged = judgeValue(field.field_type, field.validation, sent[slug])
    if (judged.kind === 'taken') values[id] = judged.value
    else problems.push(wrong(slug, judged.must))
  }
  return { values, problems }
}

function refuseStrangers(
  api_type: string,
  fields: readonly Field[],
  sent: Readonly<Record<string, unknown>>,
): Problem[] {
  const slugs = fields.map(({ slug }) => slug)
  const problems = sent.type === api_type ? [] : [wrong('type', `must be ${JSON.stringify(api_type)}`)]
  const strangers = Object.keys(sent).filter((name) => !slugs.includes(name) && !RESERVED.includes(name))
  const known = slugs.length === 0 ? 'it has none' : `it has ${slugs.join(', ')}`
  return [...problems, ...strangers.map((name) => wrong(name, `is no field of ${api_type}; ${known}`))]
}

function wrong(member: string, what: string): Problem {
  return { detail: `data.${member} ${what}.`, pointer: `/data${pointerStep(member)}` }
}
