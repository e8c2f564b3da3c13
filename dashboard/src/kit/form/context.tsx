import { Code } from '@mantine/core'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { Field } from './field.ts'
import classes from './form.module.css'
import { inUnit, type Placed } from './problems.ts'
import { moneyUnit, PERCENT_DIGITS } from './values/numbers.ts'
import { type Path, pointerOf, type Value } from './values/values.ts'

export type FieldProps = {
  field: Field
  path: Path
  value: Value
  onChange: (value: Value) => void
}

export type FormState = {
  id: string
  mode: 'create' | 'update'
  /** Whole body. */
  value: Value
  placed: Placed
  /** Renders a field of any kind. */
  Draw: ComponentType<FieldProps>
}

export const FormContext = createContext<FormState | null>(null)

export function useFormState(): FormState {
  const state = useContext(FormContext)
  if (state === null) throw new Error('A field is drawn outside of a form.')
  return state
}

/** Label, help and errors of a control. The name of the control is the pointer of its value. */
export function useControl({ field, path }: Pick<FieldProps, 'field' | 'path'>) {
  const { id, placed, value } = useFormState()
  const pointer = pointerOf(path)
  const digits = shownDigits(field, value, path)
  const error = placed.fields
    .get(pointer)
    ?.map((sentence) => inUnit(sentence, digits))
    .join(' ')
  return {
    id: `${id}${pointer}`,
    name: pointer,
    label: field.label,
    withAsterisk: field.required,
    'aria-required': field.required || undefined,
    ...(field.help === undefined ? {} : { description: <Help text={field.help} /> }),
    ...(error === undefined ? {} : { error }),
    inputWrapperOrder: ORDER,
  }
}

function shownDigits(field: Field, body: Value, path: Path): number {
  if (field.kind === 'rate') return PERCENT_DIGITS
  return field.kind === 'money' ? moneyUnit(field, body, path).digits : 0
}

const ORDER: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

/** API description whose backticks become code. */
export function Help({ text }: { text: string }): ReactNode {
  return text.split('`').map((part, index) => {
    const key = `${index} ${part}`
    return index % 2 === 1 ? (
      <Code key={key} className={classes.code}>
        {part}
      </Code>
    ) : (
      part
    )
  })
}
