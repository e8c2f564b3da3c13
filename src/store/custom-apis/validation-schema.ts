import { type TProperties, Type } from 'typebox'

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema, description?: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], description === undefined ? {} : { description }))

const Option = Type.Union([Type.String({ maxLength: 255 }), Type.Number(), Type.Boolean()])
const Options = nullable(
  Type.Array(Option, { minItems: 1, maxItems: 500 }),
  'Allowed values of the field or of the items of a list.',
)
const Flag = (description: string) => nullable(Type.Boolean(), description)
const Bound = (description: string) => nullable(Type.Number(), description)
const Length = (description: string) => nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 }), description)
const Pattern = nullable(
  Type.String({ maxLength: 255 }),
  'Pattern that a string must contain (RE2 syntax); use `^…$` to match all of it. Strings with a pattern have at most 10,000 characters.',
)
const UNIQUE =
  'Whether values must be unique among entries, except null: `no`, `yes` and `case-sensitive`, or `case-insensitive` for strings.'
const Word = Type.Enum(['no', 'yes', 'case-sensitive', 'case-insensitive'])

const lengths = {
  min_length: Length('Minimum number of characters of a string, or items of a list.'),
  max_length: Length('Maximum number of characters of a string, or items of a list.'),
}
const values = { min_value: Bound('Minimum of a number.'), max_value: Bound('Maximum of a number.') }
const immutable = Flag('Whether a value can no longer be changed once it is set. Default: false.')
const allowed_type = nullable(
  Type.Enum(['any', 'string', 'integer', 'float', 'boolean']),
  'The type of the items of a list. Default: any.',
)
const NULLS = 'Whether a body may set it to null. Default: true.'

const every = { allow_null_values: Flag(NULLS), immutable }
const unique = nullable(Word, UNIQUE)
const unique_case_insensitivity = Flag(
  'With `unique: yes`: whether values that differ in case only are the same. Default: false.',
)

/** Rules of a field, below its type or at the top level. */
export const ValidationSchema = Type.Union(
  [
    Type.Object({
      string: rulesOf({ ...every, unique, unique_case_insensitivity, ...lengths, regex: Pattern, options: Options }),
      integer: rulesOf({ ...every, unique, ...values, options: Options }),
      float: rulesOf({ ...every, unique, ...values, options: Options }),
      boolean: rulesOf(every),
      date: rulesOf({ ...every, unique }),
      list: rulesOf({ ...every, ...lengths, allowed_type, options: Options }),
      any: rulesOf(every),
      allow_null: Flag(NULLS),
      immutable,
      unique: Type.Optional(
        Type.Union([Type.Boolean(), Type.Enum(['no', 'yes', 'case-sensitive', 'case-insensitive']), Type.Null()], {
          description: UNIQUE,
        }),
      ),
      unique_case_insensitivity,
      ...lengths,
      ...values,
      regexp: Pattern,
      allowed_type,
      options: Options,
    }),
    Type.Null(),
  ],
  {
    description:
      'Rules for future writes, below the type of the field (as responses show them) or at the top level. Replaced as a whole: rules that are left out no longer apply.',
  },
)

function rulesOf(rules: TProperties) {
  return Type.Optional(Type.Object(rules))
}
