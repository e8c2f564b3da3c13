export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue }

/** One file of `fields/` draws each. */
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

/** Finds other resources for a field that holds their ids. */
export type Picker = {
  /** Distinguishes it from others in the cache; includes what its results depend on, such as the store. */
  name: string
  search: (text: string) => Promise<Option[]>
  /** How the resource with this id is shown; null when there is none. */
  label: (value: string) => Promise<string | null>
}

export type Limits = Partial<
  Record<'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems', number>
> & { format?: string }

export type Field = {
  name: string
  /** Where its value is in the body; `*` stands for each row of a list and each key of a map. */
  pointer: string
  kind: Kind
  label: string
  help?: string
  required: boolean
  nullable: boolean
  limits: Limits
  /** Of a choice. */
  options: readonly Option[]
  /** Members of an object; the one item of a list or map; the shapes of a union. */
  children: readonly Field[]
  /** Of a constant. */
  constant?: JsonValue
  /** Filled in at first in a form that creates. */
  initial?: JsonValue
  /** Of a reference. */
  picker?: Picker
  /** Of money; otherwise it is the key of the map or the member `currency` around it. */
  currency?: string
  /** What the keys of a map are. */
  keyLabel?: string
  hidden: boolean
  /** Folded away. */
  advanced: boolean
}
