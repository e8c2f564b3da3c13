import { Text, TextInput } from '@mantine/core'
import { type FieldProps, useControl, useFormState } from '../context.tsx'
import classes from '../form.module.css'
import { useDraft } from '../values/draft.ts'
import { moneyUnit, readScaled, writeScaled } from '../values/numbers.ts'
import type { Value } from '../values/values.ts'

/** Shows minor units as an amount in their currency; unscaled if the currency is unknown. */
export function MoneyField({ field, path, value, onChange }: FieldProps) {
  const { value: body } = useFormState()
  const { currency, digits } = moneyUnit(field, body, path)
  const write = (one: Value) => writeScaled(one, digits, digits)
  const read = (text: string) => readScaled(text, digits)
  return (
    <TextInput
      {...useControl({ field, path })}
      {...useDraft(value, onChange, write, read)}
      inputMode="decimal"
      autoComplete="off"
      classNames={NUMERIC}
      rightSectionWidth={currency === null ? 96 : 56}
      rightSection={
        <Text size="sm" className={classes.note}>
          {currency ?? 'minor units'}
        </Text>
      }
    />
  )
}

const NUMERIC = { input: classes.numeric ?? '' }
