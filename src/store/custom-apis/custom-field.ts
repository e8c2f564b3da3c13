import { Type } from 'typebox'
import { AppError, type Problem } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { type Draft, defineResource, type Frame } from '../kit/resource.ts'
import { type Attribute, choice, flag, json, reference, text } from '../kit/values/attribute.ts'
import type { Work } from '../kit/work.ts'
import { CUSTOM_FIELD_LIMIT } from '../settings/settings.ts'
import { checkDefinition, FIELD_TYPES, type FieldType, uniquenessOf, type Validation } from './rules/definition.ts'
import {
  isPublished,
  publishProblems,
  publishValidation,
  readValidation,
  type SentValidation,
} from './rules/published-validation.ts'
import {
  deleteKeysOfField,
  hasEntry,
  hasEntryWithNull,
  hasEntryWithoutField,
  insertKeysOfField,
  lockApi,
} from './store.ts'
import { ValidationSchema } from './validation-schema.ts'

const Presentation = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
  description: 'Hints for forms, such as `{"sort_order": 1, "section": "Details"}`; stored unchanged.',
})

/** A member of the entries of a custom API. */
export const customFields = defineResource({
  type: 'custom_field',
  singular: 'custom field',
  tag: 'Custom APIs',
  area: 'settings',
  reports_unknown: true,
  table: 'custom_fields',
  path: '/settings/extensions/custom-apis/:custom_api_id/fields',
  parents: [{ parameter: 'custom_api_id', table: 'custom_apis', singular: 'custom API' }],
  event: null,
  limit: { max: CUSTOM_FIELD_LIMIT, holder: 'A custom API', things: 'fields', each: ['custom_api_id'] },
  key: ['slug'],
  attributes: {
    name: text({ min: 1 }),
    slug: text({
      pattern: '^[A-Za-z][A-Za-z0-9_-]{0,59}$',
      max: 60,
      description: 'Name of the member in entries, and in filters and sorts.',
    }),
    description: text({ max: 1000 }, { initial: '' }),
    field_type: choice(
      FIELD_TYPES,
      { description: 'Type of the values; `any` allows every JSON value.' },
      { fixed: true },
    ),
    use_as_url_slug: flag(
      {
        description:
          'Whether the URL of an entry ends in the value of this field. At most one field of a custom API: a unique string that is never null, set before there are entries.',
      },
      { initial: false, fixed: true },
    ),
    presence: choice(
      ['optional', 'required'],
      {
        description: 'Whether new entries must contain the field. Optional fields are null until they are set.',
      },
      { initial: 'optional' },
    ),
    sensitive: flag({ description: 'Whether the field is omitted from event payloads.' }, { initial: false }),
    validation: json<Validation>(ValidationSchema, { initial: {} }) as Attribute<Validation>,
    presentation: json<Record<string, unknown>>(Presentation, { initial: {} }),
  },
  internal: { custom_api_id: reference() },
  constraints: {
    custom_fields_url_slug: {
      code: 'conflict',
      detail: 'Another field is in the URLs of the entries.',
      pointer: '/data/use_as_url_slug',
    },
    custom_fields_slug: { code: 'conflict', detail: 'Another field has this slug.', pointer: '/data/slug' },
  },
  // Locks the API before its fields, like writes of entries and the deletion of the API, so that a concurrent write
  // sees the field either before or after the change.
  async beforeLock({ tx, owner }, _sent, { custom_api_id = '' }) {
    await lockApi(tx, ownerId(owner), custom_api_id, 'update')
  },
  show: ({ validation, field_type }) => ({ attributes: { validation: publishValidation(validation, field_type) } }),
  prepare: checkField,
  beforeRemove: ({ tx }, field) => deleteKeysOfField(tx, field),
})

/** Columns of a field that validate the values of entries. */
export type CustomField = Frame & {
  custom_api_id: string
  slug: string
  field_type: FieldType
  use_as_url_slug: boolean
  presence: 'optional' | 'required'
  sensitive: boolean
  validation: Validation
}

/** Reads the body's rules in either form, and names them in problems as the body does. */
async function checkField(work: Work, draft: Draft<CustomField>): Promise<readonly Problem[]> {
  const { after, sent } = draft
  after.validation = readValidation(after.validation as SentValidation, after.field_type)
  try {
    const problems = await checkAgainstEntries(work, draft)
    return isPublished(sent.validation) ? publishProblems(problems, after.field_type) : problems
  } catch (error) {
    if (!(error instanceof AppError) || !isPublished(sent.validation)) throw error
    throw new AppError(error.code, publishProblems(error.problems, after.field_type), { cause: error })
  }
}

/** Returns the problems with a field. Throws `conflict` if an existing entry violates the new definition. */
async function checkAgainstEntries(work: Work, { after, before }: Draft<CustomField>): Promise<readonly Problem[]> {
  const problems = checkDefinition(after)
  if (problems.length > 0) return problems
  if (before === null) await lockApi(work.tx, after.owner_id, after.custom_api_id, 'update')
  if (before === null && after.use_as_url_slug && (await hasEntry(work.tx, after)))
    throw entriesConflict('The custom API has entries, whose URLs are already known.', 'use_as_url_slug')
  await checkMissingValues(work, after, before)
  if (before !== null) await updateUniqueKeys(work, after, before)
  return []
}

async function checkMissingValues({ tx }: Work, after: CustomField, before: CustomField | null): Promise<void> {
  const becomesRequired = after.presence === 'required' && before?.presence !== 'required'
  if (becomesRequired && (await hasEntryWithoutField(tx, after)))
    throw entriesConflict(
      'Some entries lack this field: add it as optional, set it, then make it required.',
      'presence',
    )
  const losesNull = after.validation.allow_null === false && before?.validation.allow_null !== false
  if (losesNull && (await hasEntryWithNull(tx, after)))
    throw entriesConflict('Some entries have null in this field: set a value first.', 'validation/allow_null')
}

async function updateUniqueKeys({ tx }: Work, after: CustomField, before: CustomField): Promise<void> {
  const [was, is] = [uniquenessOf(before.validation), uniquenessOf(after.validation)]
  if (was === is) return
  await deleteKeysOfField(tx, after)
  if (is !== 'none' && !(await insertKeysOfField(tx, after, is)))
    throw entriesConflict('Some entries have the same value in this field.', 'validation/unique')
}

function entriesConflict(detail: string, path: string): AppError {
  return new AppError('conflict', [{ detail, pointer: `/data/${path}` }])
}
