import { memo } from 'react'
import { formatAmount } from '../values/money.ts'
import { useDecimalPlaces } from './currencies.ts'
import { Nothing } from './time.tsx'

type MoneyProps = {
  /** Minor units of the currency. */
  amount: number | null | undefined
  currency: string | null | undefined
}

/** Exact amount of money, with the decimal places of the store's currency. */
export const Money = memo(MoneyText)

function MoneyText({ amount, currency }: MoneyProps) {
  const places = useDecimalPlaces(currency ?? null)
  if (amount === null || amount === undefined || currency === null || currency === undefined) return <Nothing />
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {formatAmount(amount, { currency, decimal_places: places })}
    </span>
  )
}
