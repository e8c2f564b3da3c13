import { Fieldset, PasswordInput, Textarea, TextInput } from '@mantine/core'
import type { Field, Problems, Texts } from '../api/form-fields.ts'

/** Disables autocorrection of technical text. */
export const PLAIN_INPUT = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

type FieldsProps = {
  fields: readonly Field[]
  texts: Texts
  problems: Problems
  onChange: (path: string, text: string) => void
}

export function Fields({ fields, ...rest }: FieldsProps) {
  return fields.map((field) =>
    field.children.length > 0 ? (
      <Fieldset key={field.path} legend={field.name} variant="default" mb="sm" p="sm">
        <Fields fields={field.children} {...rest} />
      </Fieldset>
    ) : (
      <FieldInput key={field.path} field={field} {...rest} />
    ),
  )
}

const HINTS: Readonly<Record<Field['type'], string | undefined>> = {
  string: undefined,
  integer: 'integer',
  number: 'number',
  boolean: 'true or false',
  'string[]': 'one per line',
  object: 'JSON',
}

function FieldInput({ field, texts, problems, onChange }: Omit<FieldsProps, 'fields'> & { field: Field }) {
  const { name, path, type } = field
  const props = {
    ...PLAIN_INPUT,
    label: name,
    description: HINTS[type],
    value: texts[path] ?? '',
    error: problems.fields[path],
    onChange: (event: { currentTarget: { value: string } }) => onChange(path, event.currentTarget.value),
    mb: 'sm',
  }
  if (type === 'string[]' || type === 'object') return <Textarea {...props} rows={type === 'object' ? 1 : 3} />
  if (name === 'password') return <PasswordInput {...props} />
  // The keyboard of `inputmode=numeric` lacks a minus.
  return <TextInput {...props} />
}
