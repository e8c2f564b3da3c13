import { Box } from '@mantine/core'
import { useState } from 'react'
import { AmountText } from '../../../kit/amount-field.tsx'
import { parseAmount, printAmount } from '../../../kit/values/money.ts'
import { amountError, type CurrencyPrice } from '../rules/price-cell.ts'
import { PriceDetailsButton } from './price-details.tsx'

type PriceFieldProps = {
  /** "USD in Retail". */
  label: string
  currency: string
  places: number
  price: CurrencyPrice | undefined
  /** Amount that applies while the field is empty. */
  inherited: number | undefined
  forbidden: string | null
  save: (price: CurrencyPrice | null) => Promise<void>
}

/** Price that is saved when the field is left or Enter is pressed. Escape discards what was typed. */
export function PriceField({ label, currency, places, price, inherited, forbidden, save }: PriceFieldProps) {
  const saved = price === undefined ? '' : printAmount(price.amount, places)
  const [typed, setTyped] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const error = typed === null || typed.trim() === '' ? null : amountError(typed, places)
  const send = async () => {
    if (typed === null || error !== null) return
    const amount = parseAmount(typed, places)
    const next = 'value' in amount ? { ...price, amount: amount.value } : null
    if (next?.amount === price?.amount) return setTyped(null)
    try {
      await save(next)
      setTyped(null)
    } catch (thrown) {
      setRefusal((thrown as Error).message)
    }
  }
  return (
    <Box style={{ display: 'flex', gap: 4, alignItems: 'flex-start' }}>
      <AmountText
        aria-label={label}
        size="xs"
        style={{ flex: 1, minWidth: 96 }}
        currency={currency}
        placeholder={inherited === undefined ? '' : printAmount(inherited, places)}
        text={typed ?? saved}
        onText={(text) => {
          setTyped(text)
          setRefusal(null)
        }}
        error={error ?? refusal}
        readOnly={forbidden !== null}
        onBlur={() => void send()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void send()
          if (event.key === 'Escape') setTyped(null)
        }}
      />
      <PriceDetailsButton key={JSON.stringify(price)} {...{ label, currency, places, price, forbidden, save }} />
    </Box>
  )
}
