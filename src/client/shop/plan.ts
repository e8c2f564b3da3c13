import { addressIn, FIRST_NAMES, LAST_NAMES } from './names-and-addresses.ts'
import type { Random } from './random.ts'

/** Plan of a shopper, drawn before the first request, so that a seed reproduces it whatever the API responds. */
export type Plan = {
  country: 'US' | 'DE' | 'GB'
  currency: 'USD' | 'EUR' | 'GBP'
  name: string
  email: string
  address: Readonly<Record<string, string>>
  /** Products by their relative position in the catalog: at least 0 and less than 1. */
  basket: readonly { position: number; quantity: number }[]
  /** A custom item with its price in minor units. */
  extra: { name: string; amount: number } | null
  payment: PaymentPlan
  afterwards: Afterwards
  /** True if the shopper waits for products that are out of stock. */
  isPatient: boolean
  /** Seconds until a gateway that decides later decides. */
  decision_seconds: number
}

type PaymentPlan = keyof typeof PAYMENTS
type Afterwards = keyof typeof AFTERWARDS

/** Shares in percent. */
const PAYMENTS = {
  /** Paid immediately through the sandbox. */
  purchase: 44,
  /** Paid by bank transfer, which the seller records. */
  transfer: 10,
  authorize: 16,
  /** Authorized, then voided by the seller. */
  void: 4,
  /** Declined, then paid by a second attempt. */
  retry: 6,
  /** Declined; the order is cancelled. */
  decline: 4,
  approve_later: 10,
  decline_later: 4,
  forget: 2,
}

const AFTERWARDS = { fulfil: 60, wait: 14, refund_part: 9, refund: 8, cancel: 9 }

const MARKETS = { US: 60, DE: 25, GB: 15 }
const CURRENCIES = { US: 'USD', DE: 'EUR', GB: 'GBP' } as const
const EXTRAS = ['Gift wrapping', 'Engraving', 'Longer cable', 'Carry upstairs', 'Donation to the repair café']

export function drawPlan(random: Random): Plan {
  const country = random.weighted(MARKETS)
  const [first_name, last_name] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)]
  const basket = Array.from({ length: random.integer(1, 4) }, () => ({
    position: random.next(),
    quantity: random.weighted({ 1: 70, 2: 20, 4: 8, 12: 2 }),
  }))
  const hasExtra = random.next() < 0.2
  return {
    country,
    currency: CURRENCIES[country],
    name: `${first_name} ${last_name}`,
    email: `${first_name}.${last_name}@example.com`.toLowerCase(),
    address: { first_name, last_name, country, ...addressIn(country, random) },
    basket: basket.map(({ position, quantity }) => ({ position, quantity: Number(quantity) })),
    extra: hasExtra ? { name: random.pick(EXTRAS), amount: 50 * random.integer(3, 80) } : null,
    payment: random.weighted(PAYMENTS),
    afterwards: random.weighted(AFTERWARDS),
    isPatient: random.next() < 0.7,
    decision_seconds: random.integer(2, 20) / 10,
  }
}
