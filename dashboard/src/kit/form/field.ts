import type { ReactNode } from 'react'

export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue }

/** Each kind has its own file in `fields/`. */
export type Kind =
  | 'text'
  | 'longText'
  | 'secret'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'dateTime'
  | 'money'
  | 'rate'
  | 'json'
  | 'texts'
  | 'objects'
  | 'object'
  | 'map'
  | 'constant'
  | 'reference'
  | 'references'
  | 'union'

export type Option = { value: string; label: string }

/** Searches other resources for a field that holds their ids. */
export type Picker = {
  /** Cache key; includes everything that the results depend on, such as the store. */
  name: string
  search: (text: string) => Promise<Option[]>
  /** Label of the resource with this id; null if it does not exist. */
  label: (value: string) => Promise<string | null>
}

export type Limits = Partial<
  Record<'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems', number>
> & { format?: string }

export type Field = {
  name: string
  /** Position of the value in the body; `*` stands for each row of a list and each key of a map. */
  pointer: string
  kind: Kind
  label: string
  help?: string
  required: boolean
  nullable: boolean
  limits: Limits
  /** Only of a choice. */
  options: readonly Option[]
  /** Members of an object, the single item of a list or map, or the variants of a union. */
  children: readonly Field[]
  /** Only of a constant. */
  constant?: JsonValue
  /** Initial value in a form that creates. */
  initial?: JsonValue
  /** Only of a reference. */
  picker?: Picker
  /** Currency of an amount; by default, the key of the map or the sibling member `currency`. */
  currency?: string
  /** Label for the keys of a map. */
  keyLabel?: string
  /** Shown below the control, for what depends on its value. */
  below?: (value: unknown) => ReactNode
  hidden: boolean
  /** Collapsed by default. */
  advanced: boolean
}
