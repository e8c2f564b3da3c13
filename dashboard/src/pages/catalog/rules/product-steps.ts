import { parseAmount } from '../../../kit/values/money.ts'
import type { PlacesOf } from './price-edits.ts'
import { cellOf, type Picture, type ProductDraft, slugOf } from './product-draft.ts'
import { namedOptions, type Variant, variantsOf } from './variants.ts'

type Currencies = Record<string, { amount: number }>

export type NewAttributes = {
  sku: string
  name: string
  slug: string
  status: 'live' | 'draft'
  description: string
  commodity_type: 'physical' | 'digital'
  tags: string[]
  weight?: number
  tax_class_id?: string
}

type VariantRow = { values: readonly string[]; sku: string; picture: string | null }

/** A part of a product, in the order in which the parts are sent. Each can be sent again without a second effect. */
export type Step =
  | { do: 'upload'; pictures: readonly Picture[] }
  | { do: 'options'; options: readonly { name: string; values: readonly string[] }[] }
  | {
      do: 'product'
      attributes: NewAttributes
      pictures: readonly string[]
      isSlugTyped: boolean
      skus: readonly string[]
    }
  | { do: 'place'; node_ids: readonly string[] }
  | { do: 'variants'; options: readonly string[]; variants: readonly VariantRow[] }
  | { do: 'prices'; pricebook_id: string; prices: readonly { sku: string; currencies: Currencies }[] }
  | { do: 'stock'; stock: readonly { values: readonly string[]; quantity: number }[] }

type Context = { currencies: readonly string[]; places: PlacesOf; pricebook_id: string | null }

/** Requests of a draft without errors. A variant without prices of its own has those of the product. */
export function stepsOf(draft: ProductDraft, context: Context): Step[] {
  const variants = variantsOf(draft.options)
  const options = namedOptions(draft.options)
  const pictures = [...draft.pictures, ...variants.flatMap(({ key }) => draft.variantPictures[key] ?? [])]
  const rows = variants.map((variant) => ({
    values: variant.values,
    sku: cellOf(draft, variant, 'sku'),
    picture: draft.variantPictures[variant.key]?.key ?? null,
  }))
  const prices = pricesOf(draft, variants, context)
  const stock = stockOf(draft, variants)
  const product: Step = {
    do: 'product',
    attributes: attributesOf(draft),
    pictures: draft.pictures.map(({ key }) => key),
    isSlugTyped: draft.slug !== null,
    skus: [draft.sku.trim(), ...rows.map(({ sku }) => sku)],
  }
  const all: (Step | null)[] = [
    pictures.length > 0 ? { do: 'upload', pictures } : null,
    rows.length > 0 ? { do: 'options', options } : null,
    product,
    draft.node_ids.length > 0 ? { do: 'place', node_ids: draft.node_ids } : null,
    rows.length > 0 ? { do: 'variants', options: options.map(({ name }) => name), variants: rows } : null,
    context.pricebook_id !== null && prices.length > 0
      ? { do: 'prices', pricebook_id: context.pricebook_id, prices }
      : null,
    stock.length > 0 ? { do: 'stock', stock } : null,
  ]
  return all.filter((step) => step !== null)
}

export function attributesOf(draft: ProductDraft): NewAttributes {
  return {
    sku: draft.sku.trim(),
    name: draft.name.trim(),
    slug: slugOf(draft),
    status: draft.status,
    description: draft.description.trim(),
    commodity_type: draft.commodity_type,
    tags: [...draft.tags],
    ...(draft.weight.trim() !== '' && { weight: Number(draft.weight) }),
    ...(draft.tax_class_id !== null && { tax_class_id: draft.tax_class_id }),
  }
}

/** The price of the product, and of each variant with an amount of its own: all its currencies, since they replace. */
function pricesOf(draft: ProductDraft, variants: readonly Variant[], { currencies, places }: Context) {
  const amounts = (textOf: (currency: string) => string): Currencies =>
    Object.fromEntries(
      currencies.flatMap((currency) => {
        const typed = parseAmount(textOf(currency), places(currency))
        return 'value' in typed ? [[currency, { amount: typed.value }]] : []
      }),
    )
  const own = variants.filter(({ key }) => currencies.some((currency) => draft.cells[key]?.[currency] !== undefined))
  return [
    { sku: draft.sku.trim(), currencies: amounts((currency) => draft.prices[currency] ?? '') },
    ...own.map((variant) => ({
      sku: cellOf(draft, variant, 'sku'),
      currencies: amounts((currency) => cellOf(draft, variant, currency)),
    })),
  ].filter((price) => Object.keys(price.currencies).length > 0)
}

/** Stock of the product, or of each variant in its place. Without a number it is not tracked. */
function stockOf(draft: ProductDraft, variants: readonly Variant[]) {
  const rows =
    variants.length === 0
      ? [{ values: [] as readonly string[], text: draft.stock }]
      : variants.map((variant) => ({ values: variant.values, text: cellOf(draft, variant, 'stock') }))
  return rows.flatMap(({ values, text }) => (text.trim() === '' ? [] : [{ values, quantity: Number(text) }]))
}
