import { type ComponentType, lazy } from 'react'
import type { FieldProps } from '../context.tsx'
import type { Kind } from '../field.ts'
import { BooleanField } from './boolean.tsx'
import { ChoiceField } from './choice.tsx'
import { ConstantField } from './constant.tsx'
import { DateTimeField } from './date-time.tsx'
import { IntegerField } from './integer.tsx'
import { MoneyField } from './money.tsx'
import { NumberField } from './number.tsx'
import { ObjectField } from './object.tsx'
import { RateField } from './rate.tsx'
import { TextField } from './text.tsx'

// Large and rarely used, so loaded on demand.
const SecretField = lazy(async () => ({ default: (await import('./secret.tsx')).SecretField }))
const ChoicesField = lazy(async () => ({ default: (await import('./choices.tsx')).ChoicesField }))
const ReferencesField = lazy(async () => ({ default: (await import('./references.tsx')).ReferencesField }))
const TextsField = lazy(async () => ({ default: (await import('./texts.tsx')).TextsField }))
const MapField = lazy(async () => ({ default: (await import('./map.tsx')).MapField }))
const ObjectsField = lazy(async () => ({ default: (await import('./objects.tsx')).ObjectsField }))
const UnionField = lazy(async () => ({ default: (await import('./union.tsx')).UnionField }))
const ReferenceField = lazy(async () => ({ default: (await import('./reference.tsx')).ReferenceField }))
const LongTextField = lazy(async () => ({ default: (await import('./long-text.tsx')).LongTextField }))
const JsonField = lazy(async () => ({ default: (await import('./json.tsx')).JsonField }))

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
