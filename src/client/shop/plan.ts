import type { Chance } from './chance.ts'
import { addressIn, FIRST_NAMES, LAST_NAMES } from './people.ts'

/** What a shopper is going to do; drawn before the first request, so that a seed repeats it whatever is answered. */
export type Plan = {
  country: 'US' | 'DE' | 'GB'
  currency: 'USD' | 'EUR' | 'GBP'
  name: string
  email: string
  address: Readonly<Record<string, string>>
  /** Of the catalog, each by a number from 0 until before 1: its place in whatever the catalog is then. */
  basket: readonly { place: number; quantity: number }[]
  /** Something that is in no catalog, at this price in minor units; null for nothing of that kind. */
  extra: { name: string; amount: number } | null
  payment: PaymentPlan
  /** What becomes of the order once it is paid. */
  afterwards: Afterwards
  /** Whether the shopper waits for what is out of stock. */
  patient: boolean
  /** Seconds until the gateway decides, where it decides later. */
  later: number
}

type PaymentPlan = keyof typeof PAYMENTS
type Afterwards = keyof typeof AFTERWARDS

/** Of 100 shoppers. */
const PAYMENTS = {
  /** By the sandbox, at once. */
  purchase: 44,
  /** By bank: the seller enters it. */
  transfer: 10,
  authorize: 16,
  /** Authorized, and given up by the seller. */
  void: 4,
  /** Declined, and tried again. */
  retry: 6,
  /** Declined, and left. */
  decline: 4,
  approve_later: 10,
  decline_later: 4,
  /** Never paid. */
  forget: 2,
}

const AFTERWARDS = { fulfil: 60, wait: 14, refund_part: 9, refund: 8, cancel: 9 }

const MARKETS = { US: 60, DE: 25, GB: 15 }
const CURRENCIES = { US: 'USD', DE: 'EUR', GB: 'GBP' } as const
const EXTRAS = ['Gift wrapping', 'Engraving', 'Longer cable', 'Carry upstairs', 'Donation to the repair café']

export function drawPlan(chance: Chance): Plan {
  const country = chance.weighted(MARKETS)
  const [first_name, last_name] = [chance.pick(FIRST_NAMES), chance.pick(LAST_NAMES)]
  const basket = Array.from({ length: chance.whole(1, 4) }, () => ({
    place: chance.next(),
    quantity: chance.weighted({ 1: 70, 2: 20, 4: 8, 12: 2 }),
  }))
  const hasExtra = chance.next() < 0.2
  return {
    country,
    currency: CURRENCIES[country],
    name: `${first_name} ${last_name}`,
    email: `${first_name}.${last_name}@example.com`.toLowerCase(),
    address: { first_name, last_name, country, ...addressIn(country, chance) },
    basket: basket.map(({ place, quantity }) => ({ place, quantity: Number(quantity) })),
    extra: hasExtra ? { name: chance.pick(EXTRAS), amount: 50 * chance.whole(3, 80) } : null,
    payment: chance.weighted(PAYMENTS),
    afterwards: chance.weighted(AFTERWARDS),
    patient: chance.next() < 0.7,
    later: chance.whole(2, 20) / 10,
  }
}
