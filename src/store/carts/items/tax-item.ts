import { type Static, Type } from 'typebox'
import { invalid } from '../../../kernel/errors.ts'
import { pointerWords } from '../../../kernel/json/json-pointer.ts'
import { ImpliedType } from '../../../kernel/schemas.ts'
import { Amount } from '../../catalog/product-price.ts'
import { MAX_RATE_PPM, ratePpm } from '../../kit/values/tax-rate.ts'
import type { TaxItem } from '../cart.ts'

const attributes = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  jurisdiction: Type.String({ maxLength: 255 }),
  code: Type.String({ maxLength: 255 }),
  rate: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description: 'A fraction from 0 to 10 with at most 6 decimal places: 0.2 is 20 %.',
  }),
  rate_ppm: Type.Union([Type.Integer({ minimum: 0, maximum: MAX_RATE_PPM }), Type.Null()], {
    description: 'The same in millionths: 200000 is 20 %. If both are sent, they must be equal.',
  }),
  amount: Type.Union([Amount, Type.Null()], {
    description: 'For the whole line, in minor units; instead of a rate.',
  }),
}
const { name, ...others } = attributes

export const TaxItemCreate = Type.Object(
  {
    type: ImpliedType('tax_item'),
    name,
    ...Type.Partial(Type.Object(others)).properties,
  },
  { title: 'NewTaxItem' },
)
export const TaxItemUpdate = Type.Object({
  type: ImpliedType('tax_item'),
  ...Type.Partial(Type.Object(attributes)).properties,
})

export const BulkTaxItemCreate = Type.Object({
  ...TaxItemCreate.properties,
  relationships: Type.Object(
    {
      item: Type.Object({
        data: Type.Object({
          type: Type.Optional(Type.Enum(['cart_item', 'custom_item'])),
          id: Type.String({ format: 'uuid', description: 'Id of the line.' }),
        }),
      }),
    },
    { 'x-refused': { order: 'Name the line of the cart as `item`.' } },
  ),
})

/** The rate is in millionths. */
export type TaxItemAttributes = Partial<Omit<TaxItem, 'id'>>

/** Parses the attributes of a tax item, with one rate. `pointer` points to the item. Throws `invalid`. */
export function taxItemAttributes(
  { name, jurisdiction, code, amount, rate, rate_ppm }: Omit<Static<typeof TaxItemUpdate>, 'type'>,
  pointer: string,
): TaxItemAttributes {
  const read = typeof rate === 'number' ? ratePpm(rate, `${pointer}/rate`) : rate
  if (read !== undefined && rate_ppm !== undefined && read !== rate_ppm) {
    const words = pointerWords(pointer)
    const detail = `${words}.rate and ${words}.rate_ppm must be the same rate: 0.2 is 200000.`
    throw invalid([{ detail, pointer: `${pointer}/rate_ppm` }])
  }
  const one = read === undefined ? rate_ppm : read
  return {
    ...(name !== undefined && { name }),
    ...(jurisdiction !== undefined && { jurisdiction }),
    ...(code !== undefined && { code }),
    ...(one !== undefined && { rate: one }),
    ...(amount !== undefined && { amount }),
  }
}

/** Returns a complete tax item. Throws `invalid` unless it has either a rate or an amount. */
export function taxItemOf(item: TaxItemAttributes & { id: string }, pointer = '/data'): TaxItem {
  const { id, name = '', jurisdiction = '', code = '', rate = null, amount = null } = item
  if ((rate === null) === (amount === null))
    throw invalid([{ detail: 'A tax item must have either a rate or an amount.', pointer: `${pointer}/rate` }])
  return { id, name, jurisdiction, code, rate, amount }
}
