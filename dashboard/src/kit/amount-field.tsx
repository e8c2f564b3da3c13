import { Text, TextInput } from '@mantine/core'
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
export function AmountField({ label, currency, value, onChange, description, error }: AmountFieldProps) {
  const places = useDecimalPlaces(currency) ?? placesOf(currency)
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (value === null ? '' : printAmount(value, places))
  const read = typed === null ? null : parseAmount(typed, places)
  const wrong = read !== null && 'error' in read ? read.error : undefined
  return (
    <TextInput
      label={label}
      {...(description === undefined ? {} : { description })}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      error={wrong ?? error}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        const parsed = parseAmount(text, places)
        onChange('value' in parsed ? parsed.value : null)
      }}
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
