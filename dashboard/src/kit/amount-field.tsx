import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useDecimalPlaces } from './cells/currencies.ts'
import { parseAmount, printAmount } from './values/money.ts'

type AmountFieldProps = {
  label: string
  currency: string
  /** Minor units; null while the text is not an amount. */
  value: number | null
  onChange: (value: number | null) => void
  description?: string
  /** Error from the API. */
  error?: string
}

/** Amount of money, entered in major units. */
export function AmountField({ currency, value, onChange, error, ...props }: AmountFieldProps) {
  const places = useDecimalPlaces(currency) ?? placesOf(currency)
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (value === null ? '' : printAmount(value, places))
  const read = typed === null ? null : parseAmount(typed, places)
  const wrong = read !== null && 'error' in read ? read.error : undefined
  return (
    <AmountText
      {...props}
      currency={currency}
      text={shown}
      {...((wrong ?? error) === undefined ? {} : { error: wrong ?? error })}
      onText={(text) => {
        setTyped(text)
        const parsed = parseAmount(text, places)
        onChange('value' in parsed ? parsed.value : null)
      }}
    />
  )
}

type AmountTextProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  currency: string
  /** Text as typed. */
  text: string
  onText: (text: string) => void
}

/** Input of an amount whose text the caller parses. */
export function AmountText({ currency, text, onText, ...props }: AmountTextProps) {
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...props}
      value={text}
      onChange={({ currentTarget }) => onText(currentTarget.value)}
      rightSectionWidth={56}
      rightSection={
        <Text size="sm" c="var(--text-dim)">
          {currency}
        </Text>
      }
      styles={{ input: { fontVariantNumeric: 'tabular-nums' } }}
    />
  )
}

function placesOf(currency: string): number {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}
