import { type ComponentType, lazy } from 'react'
import type { FieldProps } from '../context.tsx'
import type { Kind } from '../field.ts'
import { BooleanField } from './boolean.tsx'
import { ChoiceField } from './choice.tsx'
import { ChoicesField } from './choices.tsx'
import { ConstantField } from './constant.tsx'
import { DateTimeField } from './date-time.tsx'
import { IntegerField } from './integer.tsx'
import { JsonField } from './json.tsx'
import { LongTextField } from './long-text.tsx'
import { MapField } from './map.tsx'
import { MoneyField } from './money.tsx'
import { NumberField } from './number.tsx'
import { ObjectField } from './object.tsx'
import { ObjectsField } from './objects.tsx'
import { RateField } from './rate.tsx'
import { ReferenceField } from './reference.tsx'
import { ReferencesField } from './references.tsx'
import { TextField } from './text.tsx'
import { TextsField } from './texts.tsx'
import { UnionField } from './union.tsx'

/** Few forms have one, and its library is large. */
const SecretField = lazy(async () => ({ default: (await import('./secret.tsx')).SecretField }))

export const FIELDS: Record<Kind, ComponentType<FieldProps>> = {
  text: TextField,
  longText: LongTextField,
  secret: SecretField,
  number: NumberField,
  integer: IntegerField,
  boolean: BooleanField,
  choice: ChoiceField,
  choices: ChoicesField,
  dateTime: DateTimeField,
  money: MoneyField,
  rate: RateField,
  json: JsonField,
  texts: TextsField,
  objects: ObjectsField,
  object: ObjectField,
  map: MapField,
  constant: ConstantField,
  reference: ReferenceField,
  references: ReferencesField,
  union: UnionField,
}
