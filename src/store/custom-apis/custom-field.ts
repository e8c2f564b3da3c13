import { Type } from 'typebox'
import { AppError, type Problem } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { choice, flag, json, reference, text } from '../kit/attribute.ts'
import { type Draft, defineResource, type Frame } from '../kit/resource.ts'
import type { Work } from '../kit/work.ts'
import { CUSTOM_FIELD_LIMIT } from '../settings/settings.ts'
import { checkDefinition, FIELD_TYPES, type FieldType, type Validation } from './rules/definition.ts'
import { countFields, deleteKeysOfField, insertKeysOfField, lacksField, lockApi, nullsField } from './store.ts'

const bound = (description: string) => Type.Optional(Type.Union([Type.Number(), Type.Null()], { description }))
const length = (description: string) =>
  Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000 }), Type.Null()], { description }))
const option = Type.Union([Type.String({ maxLength: 255 }), Type.Number(), Type.Boolean()])

const ValidationSchema = Type.Object(
  {
    allow_null: Type.Optional(Type.Boolean({ description: 'Whether a body may set it to null. Default: true.' })),
    unique: Type.Optional(
      Type.Boolean({ description: 'Whether no two entries may have the same value, null aside. Default: false.' }),
    ),
    min_length: length('Fewest characters of a text, or items of a list.'),
    max_length: length('Most characters of a text, or items of a list.'),
    min_value: bound('Smallest number.'),
    max_value: bound('Largest number.'),
    regexp: Type.Optional(
      Type.Union([Type.String({ maxLength: 255 }), Type.Null()], {
        description:
          'What a text must hold (RE2 syntax); `^…$` for all of it. Such a text has at most 10,000 characters.',
      }),
    ),
    options: Type.Optional(
      Type.Union([Type.Array(option, { minItems: 1, maxItems: 500 }), Type.Null()], {
        description: 'The only values that it, or an item of the list, may have.',
      }),
    ),
  },
  { description: 'Rules that hold for what is written from now on. Sent as a whole: rules left out no longer hold.' },
)

const Presentation = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
  description: 'How forms show it, such as `{"sort_order": 1, "section": "Details"}`; kept as it is sent.',
})

/** What an entry of a custom API holds under one name. */
export const customFields = defineResource({
  type: 'custom_field',
  one: 'custom field',
  tag: 'Custom APIs',
  table: 'custom_fields',
  path: '/settings/extensions/custom-apis/:custom_api_id/fields',
  parents: [{ parameter: 'custom_api_id', table: 'custom_apis', one: 'custom API' }],
  event: null,
  attributes: {
    name: text({ min: 1 }),
    slug: text({
      pattern: '^[A-Za-z][A-Za-z0-9_-]{0,59}$',
      max: 60,
      description: 'The member of entries that holds it, and its name in filters and sorts.',
    }),
    description: text({ max: 1000 }, { initial: '' }),
    field_type: choice(FIELD_TYPES, { description: 'What values it takes; `any` takes all.' }, { fixed: true }),
    presence: choice(
      ['optional', 'required'],
      { description: 'Whether a new entry has to say it; otherwise it is null until somebody does.' },
      { initial: 'optional' },
    ),
    sensitive: flag({ description: 'Left out of the payloads of events.' }, { initial: false }),
    validation: json<Validation>(ValidationSchema, { initial: {} }),
    presentation: json<Record<string, unknown>>(Presentation, { initial: {} }),
  },
  kept: { custom_api_id: reference() },
  constraints: {
    custom_fields_slug: { code: 'conflict', detail: 'Another field has this slug.', pointer: '/data/slug' },
  },
  // Entries that are being written see either the field or no field. The custom API is locked before its fields by all:
  // by those who write entries, and by those who delete it with its fields.
  async enter({ tx, owner }, _sent, { custom_api_id = '' }) {
    await lockApi(tx, ownerId(owner), custom_api_id, 'update')
  },
  prepare: fitToEntries,
  beforeRemove: ({ tx }, field) => deleteKeysOfField(tx, field),
})

/** What decides what an entry holds under one name. */
export type CustomField = Frame & {
  custom_api_id: string
  slug: string
  field_type: FieldType
  presence: 'optional' | 'required'
  sensitive: boolean
  validation: Validation
}

/** Tells what is wrong with a field. Throws `conflict` when entries that are there break what it asks from now on. */
async function fitToEntries(work: Work, { after, before }: Draft<CustomField>): Promise<readonly Problem[]> {
  const problems = checkDefinition(after)
  if (problems.length > 0) return problems
  if (before === null) await lockApi(work.tx, after.owner_id, after.custom_api_id, 'update')
  if (before === null && (await countFields(work.tx, after)) >= CUSTOM_FIELD_LIMIT)
    return [{ detail: `A custom API has at most ${CUSTOM_FIELD_LIMIT} fields.`, pointer: '/data' }]
  await refuseGaps(work, after, before)
  if (before !== null) await keepUnique(work, after, before)
  return []
}

async function refuseGaps({ tx }: Work, after: CustomField, before: CustomField | null): Promise<void> {
  const becomesRequired = after.presence === 'required' && before?.presence !== 'required'
  if (becomesRequired && (await lacksField(tx, after)))
    throw inTheWay('Entries do not say it: add it as optional, fill it in, then make it required.', 'presence')
  const losesNull = after.validation.allow_null === false && before?.validation.allow_null !== false
  if (losesNull && (await nullsField(tx, after)))
    throw inTheWay('Entries have null here: give them a value first.', 'validation/allow_null')
}

async function keepUnique({ tx }: Work, after: CustomField, before: CustomField): Promise<void> {
  const [was, is] = [before.validation.unique === true, after.validation.unique === true]
  if (was && !is) await deleteKeysOfField(tx, after)
  if (is && !was && !(await insertKeysOfField(tx, after)))
    throw inTheWay('Entries have the same value here, so it cannot become unique.', 'validation/unique')
}

function inTheWay(detail: string, place: string): AppError {
  return new AppError('conflict', [{ detail, pointer: `/data/${place}` }])
}
