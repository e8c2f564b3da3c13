import { amountError } from './price-cell.ts'
import type { PlacesOf } from './price-edits.ts'
import { alikeValues, type DraftOption, defaultSku, type Variant, variantsOf } from './variants.ts'

/** A picture that is not uploaded yet. Its key identifies it on the page. */
export type Picture = { key: string; file: File }

/** Typed cells of a variant: `sku`, `stock`, or the code of a currency. An absent cell follows the product. */
type VariantCells = Readonly<Record<string, string>>

/** The page of a new product as it is filled in. All amounts and numbers are texts as they were typed. */
export type ProductDraft = {
  name: string
  sku: string
  /** Null: follows the name. */
  slug: string | null
  status: 'live' | 'draft'
  description: string
  commodity_type: 'physical' | 'digital'
  weight: string
  tax_class_id: string | null
  tags: readonly string[]
  /** The main image first. */
  pictures: readonly Picture[]
  /** Null: the first one of the store. */
  catalog_id: string | null
  /** Null: the first one of the catalog. */
  pricebook_id: string | null
  node_ids: readonly string[]
  /** Amounts as they are typed, by currency. */
  prices: Readonly<Record<string, string>>
  stock: string
  options: readonly DraftOption[]
  /** Rows of the sheet, by the key of the variant. */
  cells: Readonly<Record<string, VariantCells>>
  variantPictures: Readonly<Record<string, Picture>>
}

export const BLANK: ProductDraft = {
  name: '',
  sku: '',
  slug: null,
  status: 'live',
  description: '',
  commodity_type: 'physical',
  weight: '',
  tax_class_id: null,
  tags: [],
  pictures: [],
  catalog_id: null,
  pricebook_id: null,
  node_ids: [],
  prices: {},
  stock: '',
  options: [],
  cells: {},
  variantPictures: {},
}

/** Name in URLs: "Café Lamp 2" is "cafe-lamp-2". */
export function slugOf({ slug, name }: Pick<ProductDraft, 'slug' | 'name'>): string {
  return slug ?? slugify(name)
}

const MAX_SLUG = 100

export function slugify(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, MAX_SLUG)
}

/** Text of a cell: typed, or that of the product. */
export function cellOf(draft: ProductDraft, variant: Variant, column: string): string {
  const typed = draft.cells[variant.key]?.[column]
  if (typed !== undefined && typed !== '') return typed
  if (column === 'sku') return draft.sku.trim() === '' ? '' : defaultSku(draft.sku.trim(), variant)
  return column === 'stock' ? draft.stock : (draft.prices[column] ?? '')
}

export type CellEdit = { variant: Variant; column: string; text: string }

/** Sets cells of variants. An empty text returns a cell to the value of the product, and removes a picture. */
export function withCells(draft: ProductDraft, edits: readonly CellEdit[]): ProductDraft {
  const cells = { ...draft.cells }
  const variantPictures = { ...draft.variantPictures }
  for (const { variant, column, text } of edits) {
    const { [column]: _, ...others } = cells[variant.key] ?? {}
    if (column === 'picture') delete variantPictures[variant.key]
    else cells[variant.key] = text.trim() === '' ? others : { ...others, [column]: text.trim() }
  }
  return { ...draft, cells, variantPictures }
}

/** Errors by field: `name`, `prices.USD`, `options.0.name`, or `cells.<variant>.sku`. */
export type FieldErrors = ReadonlyMap<string, string>

export const cellField = (variant: Variant, column: string) => `cells.${variant.key}.${column}`

/** The most children that the API builds. */
const MAX_VARIANTS = 500

/** Everything that is wrong with the draft before it is sent. */
export function errorsIn(draft: ProductDraft, currencies: readonly string[], places: PlacesOf): FieldErrors {
  const variants = variantsOf(draft.options)
  const found: [field: string, sentence: string | null][] = [
    ['name', draft.name.trim() === '' ? 'Give the product a name.' : null],
    ['sku', draft.sku.trim() === '' ? 'Give the product a SKU, its number in your store.' : null],
    ['slug', /^[A-Za-z0-9._-]*$/.test(draft.slug ?? '') ? null : 'Use letters, digits, and . _ - only.'],
    ['weight', wholeNumberError(draft.weight)],
    ['stock', wholeNumberError(draft.stock)],
    ...currencies.map((currency): [string, string | null] => [
      `prices.${currency}`,
      priceError(draft.prices[currency] ?? '', places(currency)),
    ]),
    ...optionErrors(draft.options),
    ...(variants.length > MAX_VARIANTS
      ? [
          ['options', `${variants.length} variants are too many: at most ${MAX_VARIANTS} can be made.`] as [
            string,
            string,
          ],
        ]
      : variants.flatMap((variant) => cellErrors(draft, variant, currencies, places))),
    ...repeatedSkus(draft, variants),
  ]
  return new Map(found.flatMap(([field, sentence]) => (sentence === null ? [] : [[field, sentence] as const])))
}

function cellErrors(
  draft: ProductDraft,
  variant: Variant,
  currencies: readonly string[],
  places: PlacesOf,
): [string, string | null][] {
  const typed = draft.cells[variant.key] ?? {}
  return [
    [cellField(variant, 'stock'), wholeNumberError(typed.stock ?? '')],
    ...currencies.map((currency): [string, string | null] => [
      cellField(variant, currency),
      priceError(typed[currency] ?? '', places(currency)),
    ]),
  ]
}

const priceError = (text: string, places: number) => (text.trim() === '' ? null : amountError(text, places))

function wholeNumberError(text: string): string | null {
  return text.trim() === '' || /^\d{1,9}$/.test(text.trim()) ? null : 'Enter digits only, such as 12.'
}

function optionErrors(options: readonly DraftOption[]): [string, string | null][] {
  return options.flatMap(({ name, values }, at): [string, string | null][] => {
    const isRepeated = options.some((other, before) => before < at && sameName(other.name, name))
    return [
      [`options.${at}.name`, nameError(name, values, isRepeated)],
      [
        `options.${at}.values`,
        name.trim() !== '' && values.length === 0 ? 'Add at least one value.' : alikeError(values),
      ],
    ]
  })
}

function nameError(name: string, values: readonly string[], isRepeated: boolean): string | null {
  if (name.trim() === '') return values.length === 0 ? null : 'Name the option, such as Size.'
  return isRepeated ? 'Another option has this name.' : null
}

const sameName = (one: string, other: string) =>
  one.trim() !== '' && one.trim().toLowerCase() === other.trim().toLowerCase()

function alikeError(values: readonly string[]): string | null {
  const alike = alikeValues(values)
  return alike === null ? null : `“${alike[0]}” and “${alike[1]}” would get the same SKU: use other words.`
}

function repeatedSkus(draft: ProductDraft, variants: readonly Variant[]): [string, string][] {
  const skus = variants.map((variant) => cellOf(draft, variant, 'sku'))
  const counts = Map.groupBy([draft.sku.trim(), ...skus], (sku) => sku)
  return variants.flatMap((variant, at): [string, string][] => {
    const sku = skus[at] ?? ''
    if (sku === '' || (counts.get(sku)?.length ?? 0) < 2) return []
    return [[cellField(variant, 'sku'), 'Each variant needs a SKU of its own.']]
  })
}
