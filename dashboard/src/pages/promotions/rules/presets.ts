import type { Promotion } from '../../../generated/schema.ts'

type Body = Partial<Pick<Promotion, 'name' | 'scope' | 'currency'>> & { when?: object; action: { kind: Kind } & object }
type Kind = Promotion['action']['kind']
export type Preset = { id: string; label: string; make: (currency: string, unit: number) => Body }

/** Common promotions to start from. `unit` is the number of minor units in one unit of the currency. */
export const PRESETS: readonly Preset[] = [
  {
    id: 'amount-from',
    label: '5 off from 50',
    make: (currency, unit) => ({
      name: '5 off from 50',
      scope: 'cart',
      currency,
      when: { kind: 'subtotal', minimum: 50 * unit },
      action: { kind: 'amount', amount: 5 * unit },
    }),
  },
  {
    id: 'two-for-one',
    label: '2 for 1',
    make: () => ({
      name: '2 for 1',
      scope: 'line_total',
      action: { kind: 'buy_x_get_y', x: 1, y: 1, buy: {}, get: {}, ppm: 1_000_000 },
    }),
  },
  {
    id: 'free-shipping',
    label: 'Free shipping from 100',
    make: (currency, unit) => ({
      name: 'Free shipping from 100',
      scope: 'shipping',
      currency,
      when: { kind: 'subtotal', minimum: 100 * unit },
      action: { kind: 'free' },
    }),
  },
  {
    id: 'segment',
    label: '10% for a segment',
    make: () => ({
      name: '10% for a segment',
      scope: 'cart',
      when: { kind: 'segment', one_of: [] },
      action: { kind: 'percent', ppm: 100_000 },
    }),
  },
  {
    id: 'gift',
    label: 'Gift from 50',
    make: (currency, unit) => ({
      name: 'Gift from 50',
      scope: 'line_total',
      currency,
      when: { kind: 'subtotal', minimum: 50 * unit },
      action: { kind: 'free_item', quantity: 1 },
    }),
  },
]
