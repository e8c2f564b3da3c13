import { Type } from 'typebox'
import { json, optional, text } from '../../kit/values/attribute.ts'
import { byName, locales } from '../locales.ts'
import type { BuildRules } from '../variations/rules/combine.ts'

const ANY_NAME = '^.{1,255}$'

const CustomInput = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 255, description: 'Shown to shoppers.' })),
  required: Type.Optional(Type.Boolean()),
  type: Type.Optional(Type.String({ maxLength: 64 })),
  max_length: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
  options: Type.Optional(Type.Object({}, { additionalProperties: true })),
  validation_rules: Type.Optional(
    Type.Array(Type.Object({ type: Type.String({ maxLength: 64 }) }, { additionalProperties: true }), {
      maxItems: 20,
      description: 'Rules of the input, such as `{"type":"string","options":{"max_length":50}}`.',
    }),
  ),
})

const Combinations = Type.Array(Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: 20 }), {
  maxItems: 1_000,
})

const Rules = Type.Object(
  {
    default: Type.Enum(['include', 'exclude'], {
      description: 'Whether combinations of options that no rule matches become child products.',
    }),
    include: Type.Optional(
      Type.Unsafe<string[][]>({ ...Combinations, description: 'Combinations that become child products.' }),
    ),
    exclude: Type.Optional(
      Type.Unsafe<string[][]>({ ...Combinations, description: 'Combinations that do not; they outrank `include`.' }),
    ),
  },
  { description: 'Which combinations of the options of its variations become child products.' },
)

/** Attributes that are stored and returned unchanged. */
export const tradeAttributes = {
  mpn: text({ description: 'Manufacturer part number.' }, { initial: '' }),
  upc_ean: text({ description: 'Universal product code or European article number.' }, { initial: '' }),
  locales,
  custom_inputs: json<Record<string, unknown>>(
    byName(ANY_NAME, CustomInput, 'What shoppers can say about the product, such as an engraving, by name.'),
    { initial: {} },
  ),
  custom_attributes: json<Record<string, unknown>>(
    Type.Object({}, { additionalProperties: true, description: 'Custom attributes of any shape, by name.' }),
    { initial: {} },
  ),
  build_rules: optional(json<BuildRules>(Rules)),
}
