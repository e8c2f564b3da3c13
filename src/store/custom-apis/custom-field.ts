import { Type } from 'typebox'
import { AppError, type Problem } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { choice, flag, json, reference, text } from '../kit/attribute.ts'
import { type Draft, defineResource, type Frame } from '../kit/resource.ts'
import type { Work } from '../kit/work.ts'
import { CUSTOM_FIELD_LIMIT } from '../settings/settings.ts'
import { checkDefinition, FIELD_TYPES, type FieldType, type Validation } from './rules/definition.ts'
import {
  countFields,
  deleteKeysOfField,
  hasEntryWithNull,
  hasEntryWithoutField,
  insertKeysOfField,
  lockApi,
} from './store.ts'

const bound = (description: string) => Type.Optional(Type.Union([Type.Number(), Type.Null()], { description }))
const length = (description: string) =>
  Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000 }), Type.Null()], { description }))
const option = Type.Union([Type.String({ maxLength: 255 }), Type.Number(), Type.Boolean()])

const ValidationSchema = Type.Object(
  {
    allow_null: Type.Optional(Type.Boolean({ description: 'Whether a body may set it to null. Default: true.' })),
    unique: Type.Optional(
      Type.Boolean({ description: 'Whether values must be unique among entries, except null. Default: false.' }),
    ),
    min_length: length('Minimum number of characters of a string, or items of a list.'),
    max_length: length('Maximum number of characters of a string, or items of a list.'),
    min_value: bound('Minimum of a number.'),
    max_value: bound('Maximum of a number.'),
    regexp: Type.Optional(
      Type.Union([Type.String({ maxLength: 255 }), Type.Null()], {
        description:
          'Pattern that a string must contain (RE2 syntax); use `^…$` to match all of it. Strings with a pattern have at most 10,000 characters.',
      }),
    ),
    options: Type.Optional(
      Type.Union([Type.Array(option, { minItems: 1, maxItems: 500 }), Type.Null()], {
        description: 'Allowed values of the field or of the items of a list.',
      }),
    ),
  },
  { description: 'Rules for future writes. Replaced as a whole: rules that are left out no longer apply.' },
)

const Presentation = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
  description: 'Hints for forms, such as `{"sort_order": 1, "section": "Details"}`; stored unchanged.',
})

/** A member of the entries of a custom API. */
export const customFields = defineResource({
  type: 'custom_field',
  singular: 'custom field',
  tag: 'Custom APIs',
  table: 'custom_fields',
  path: '/settings/extensions/custom-apis/:custom_api_id/fields',
  parents: [{ parameter: 'custom_api_id', table: 'custom_apis', singular: 'custom API' }],
  event: null,
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
    presence: choice(
      ['optional', 'required'],
      {
        description: 'Whether new entries must contain the field. Optional fields are null until they are set.',
      },
      { initial: 'optional' },
    ),
    sensitive: flag({ description: 'Whether the field is omitted from event payloads.' }, { initial: false }),
    validation: json<Validation>(ValidationSchema, { initial: {} }),
    presentation: json<Record<string, unknown>>(Presentation, { initial: {} }),
  },
  internal: { custom_api_id: reference() },
  constraints: {
    custom_fields_slug: { code: 'conflict', detail: 'Another field has this slug.', pointer: '/data/slug' },
  },
  // A concurrent write of an entry sees the field either before or after the change. Writes of entries and the deletion of
  // the custom API also lock the API before its fields.
  async beforeLock({ tx, owner }, _sent, { custom_api_id = '' }) {
    await lockApi(tx, ownerId(owner), custom_api_id, 'update')
  },
  prepare: checkAgainstEntries,
  beforeRemove: ({ tx }, field) => deleteKeysOfField(tx, field),
})

/** The columns of a field that validate the values of entries. */
export type CustomField = Frame & {
  custom_api_id: string
  slug: string
  field_type: FieldType
  presence: 'optional' | 'required'
  sensitive: boolean
  validation: Validation
}

/** Returns what is wrong with a field. Throws `conflict` when an existing entry violates the new definition. */
async function checkAgainstEntries(work: Work, { after, before }: Draft<CustomField>): Promise<readonly Problem[]> {
  const problems = checkDefinition(after)
  if (problems.length > 0) return problems
  if (before === null) await lockApi(work.tx, after.owner_id, after.custom_api_id, 'update')
  if (before === null && (await countFields(work.tx, after)) >= CUSTOM_FIELD_LIMIT)
    return [{ detail: `A custom API has at most ${CUSTOM_FIELD_LIMIT} fields.`, pointer: '/data' }]
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
  const [was, is] = [before.validation.unique === true, after.validation.unique === true]
  if (was && !is) await deleteKeysOfField(tx, after)
  if (is && !was && !(await insertKeysOfField(tx, after)))
    throw entriesConflict('Some entries have the same value in this field.', 'validation/unique')
}

function entriesConflict(detail: string, path: string): AppError {
  return new AppError('conflict', [{ detail, pointer: `/data/${path}` }])
}
