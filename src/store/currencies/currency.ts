import { Type } from 'typebox'
import { Currency } from '../../event-types/resources/currency.ts'
import { AppError, type Problem } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { type AnyResource, type Draft, defineResource, type Frame } from '../kit/resource.ts'
import { save } from '../kit/rows.ts'
import { usersOf } from '../kit/sql/users.ts'
import { lockRow } from '../kit/store.ts'
import { type Attribute, decimal, flag, integer, text } from '../kit/values/attribute.ts'
import type { Work } from '../kit/work.ts'
import { minorUnitDigits } from './iso-4217.ts'

const CurrencyCode = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'Three capital letters; an ISO 4217 code, or one of your own.',
  examples: ['EUR'],
})

/** Currencies per store, all of which every catalog view contains. ISO 4217 has fewer, including historical ones. */
const MAX_CURRENCIES = 300
/** Placeholder for the decimal places of ISO 4217 until the row is written. */
const BY_CODE = -1

export const currencies: AnyResource = defineResource({
  type: 'currency',
  singular: 'currency',
  plural: 'currencies',
  tag: 'Currencies',
  area: 'settings',
  table: 'currencies',
  path: '/currencies',
  event: 'currency',
  limit: { max: MAX_CURRENCIES },
  event_schema: Currency,
  access: { read: 'shopper', write: 'seller' },
  key: ['code'],
  used_by: {
    value: 'code',
    rows: {
      prices: { table: 'product_prices', name: 'sku', where: 'currencies ? $2' },
      'price modifiers': { table: 'price_modifiers', name: 'name', where: 'currencies ? $2' },
      promotions: { table: 'promotions', name: 'name', where: 'currency = $2' },
      'shipping options': { table: 'shipping_options', name: 'name', where: 'costs ? $2' },
      carts: { table: 'carts', name: 'id', where: "currency = $2 and items <> '[]'" },
    },
  },
  attributes: {
    code: { kind: 'text', schema: CurrencyCode, fixed: true } as Attribute<string>,
    exchange_rate: decimal({ exclusiveMinimum: 0 }, { initial: 1 }),
    format: text({ pattern: '\\{price\\}', max: 50 }),
    decimal_point: text({ min: 1, max: 1 }, { initial: '.' }),
    thousand_separator: text({ max: 1 }, { initial: ',' }),
    decimal_places: integer(
      {
        minimum: 0,
        maximum: 4,
        description: 'Digits of the minor unit. Default: those of ISO 4217; required for a code that it does not have.',
      },
      { initial: BY_CODE },
    ),
    default: flag(
      { description: 'Whether it is the default currency of the store. Every store has exactly one.' },
      { initial: false },
    ),
    enabled: flag({}, { initial: true }),
  },
  constraints: {
    currencies_code: { code: 'conflict', detail: 'The store already has this currency.', pointer: '/data/code' },
    currencies_default: {
      code: 'conflict',
      detail: 'Another request changed the default currency concurrently: read the currencies and try again.',
    },
  },
  prepare: completeCurrency,
  async beforeRemove(_, { default: isDefault }) {
    if (!isDefault) return
    const detail = 'The default currency cannot be deleted: make another currency the default first.'
    throw new AppError('conflict', [{ detail }])
  },
})

type Row = Frame & { code: string; default: boolean; enabled: boolean; decimal_places: number }

async function completeCurrency(work: Work, draft: Draft<Row>): Promise<readonly Problem[]> {
  await refuseNewMinorUnit(work, draft)
  return [...completeMinorUnit(draft.after), ...(await replaceDefault(work, draft))]
}

/** Amounts are stored in minor units: with other digits, each would be worth ten times more or less. */
async function refuseNewMinorUnit({ tx }: Work, { after, before }: Draft<Row>): Promise<void> {
  if (before === null || after.decimal_places === before.decimal_places) return
  const users = await usersOf(tx, currencies, before)
  if (users === null) return
  const detail = `data.decimal_places must stay ${before.decimal_places}: ${before.code} is used by ${users}.`
  throw new AppError('conflict', [{ detail, pointer: '/data/decimal_places' }])
}

function completeMinorUnit(after: Row): Problem[] {
  if (after.decimal_places !== BY_CODE) return []
  const digits = minorUnitDigits(after.code)
  if (digits !== null) after.decimal_places = digits
  if (digits !== null) return []
  const detail = `data.decimal_places is required (0 to 4): ISO 4217 has no minor unit for ${after.code}.`
  return [{ detail, pointer: '/data/decimal_places' }]
}

async function replaceDefault(work: Work, { after, before, sent }: Draft<Row>): Promise<readonly Problem[]> {
  if (before?.default === true && sent.default === false)
    return [{ detail: 'data.default: make another currency the default instead.', pointer: '/data/default' }]
  if (after.default && !after.enabled)
    return [{ detail: 'data.enabled: the default currency cannot be disabled.', pointer: '/data/enabled' }]
  if (!after.default || before?.default === true) return []
  const former = await lockRow(work.tx, currencies, { owner_id: ownerId(work.owner), default: 'true' })
  if (former !== undefined) await save(work, currencies, former, { default: false })
  return []
}
