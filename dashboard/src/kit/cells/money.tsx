import { memo } from 'react'
import { formatAmount } from '../values/money.ts'
import { useDecimalPlaces } from './currencies.ts'
import { Nothing } from './time.tsx'

type MoneyProps = {
  /** In the smallest unit of the currency. */
  amount: number | null | undefined
  currency: string | null | undefined
}

/** An amount of money, exact, with the decimal places that the store's currency has. */
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
