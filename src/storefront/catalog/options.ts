import { Type } from 'typebox'
import { at } from '../../kernel/at.ts'
import { notFound } from '../../kernel/errors.ts'
import type { ProductOption } from '../../store/catalog/product.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { Absence, ChangeResult, Link, Params, ResourceState } from '../hypermedia/resource.ts'
import { elements } from '../relations.ts'
import { localized } from '../texts.ts'
import { productReader } from './item-parts.ts'
import { itemParams, type Product, productsFor, variantsOf } from './products.ts'
import { chooseVariant } from './variants.ts'

export const OPTION_MEMBERS = {
  name: Type.String({ description: 'The name for programs.' }),
  'display-name': Type.String({ description: 'The name for display.' }),
}

type ItemOption = { params: Params; option: ProductOption; product: Product }

/** An option with the variants that can replace the item. */
type OptionWithVariants = ItemOption & { variants: readonly Product[] }

const options: StorefrontResource = {
  name: 'item options',
  type: 'shop.collections.links',
  path: '/itemdefinitions/:scope/:item/options',
  max_age: 600,
  cached: true,
  description: 'The options of a variant, such as size and color.',
  relations: { element: elements('item option'), definition: { to: 'item definition', rev: 'options' } },
  read: productReader((context, product) => {
    if (product.options.length === 0) return 'missing'
    const params = itemParams(context, product.id)
    const elements = product.options.map(
      ({ name }): Link => ({ rel: 'element', params: { ...params, option: encodeId(name) } }),
    )
    return { links: [...elements, { rel: 'definition', params }] }
  }),
}

const option: StorefrontResource = {
  name: 'item option',
  type: 'shop.itemdefinitions.option',
  path: '/itemdefinitions/:scope/:item/options/:option',
  max_age: 600,
  cached: true,
  description: 'An option of a variant.',
  members: OPTION_MEMBERS,
  relations: {
    value: { to: 'item option value', rev: 'option' },
    selector: { to: 'item option selector', rev: 'option' },
    list: { to: 'item options', rev: 'element' },
  },
  read: optionReader(optionsFor, (context, { params, option, product }) => {
    const { name, display_name, value, locales } = option
    const { language } = product
    const { texts, languages } = localized(context, { own: { display_name }, language, locales })
    return {
      links: [
        { rel: 'value', params: { ...params, value: encodeId(value) } },
        { rel: 'selector', params },
        { rel: 'list', params },
      ],
      data: { name, 'display-name': texts.display_name },
      languages,
    }
  }),
}

const optionValue: StorefrontResource = {
  name: 'item option value',
  type: 'shop.itemdefinitions.option-value',
  path: '/itemdefinitions/:scope/:item/options/:option/values/:value',
  max_age: 600,
  cached: true,
  description: 'A value of an option.',
  members: OPTION_MEMBERS,
  relations: { option: { to: 'item option' } },
  read: optionReader(optionsWithVariantsFor, (context, item_option, requested) => {
    const found = findValue(item_option, requested)
    if (found === undefined) return 'missing'
    const { params, product } = item_option
    const { value, display_value, locales } = found
    const { language } = product
    const { texts, languages } = localized(context, { own: { display_value }, language, locales })
    return {
      params: { ...params, value: encodeId(value) },
      links: [{ rel: 'option', params }],
      data: { name: value, 'display-name': texts.display_value },
      languages,
    }
  }),
}

const selector: StorefrontResource = {
  name: 'item option selector',
  type: 'shop.itemselections.selector',
  path: '/itemselections/:scope/:item/options/:option/selector',
  max_age: 600,
  cached: true,
  description: 'The values that an option has among all variants.',
  relations: {
    choice: { to: 'item option choice', rev: 'selector', when: 'one for each value of other variants' },
    chosen: { to: 'item option choice', rev: 'selector' },
    option: { to: 'item option', rev: 'selector' },
  },
  read: optionReader(optionsWithVariantsFor, (_, item_option) => {
    const { params, option } = item_option
    const links = valuesOf(item_option).map(({ value }): Link => {
      const rel = value === option.value ? 'chosen' : 'choice'
      return { rel, params: { ...params, value: encodeId(value) } }
    })
    return { links: [...links, { rel: 'option', params }] }
  }),
}

const choice: StorefrontResource = {
  name: 'item option choice',
  type: 'shop.itemselections.choice',
  path: '/itemselections/:scope/:item/options/:option/selector/:value',
  max_age: 600,
  cached: true,
  description: 'A value of an option, and the action that chooses it.',
  relations: {
    selectaction: { to: 'item option choice', when: 'unless it is chosen' },
    description: { to: 'item option value' },
    selector: { to: 'item option selector', rev: 'choice' },
  },
  read: optionReader(optionsWithVariantsFor, (_, item_option, requested) => {
    const found = findValue(item_option, requested)
    if (found === undefined) return 'missing'
    const params = { ...item_option.params, value: encodeId(found.value) }
    const action = found.value === item_option.option.value ? [] : [{ rel: 'selectaction', params }]
    return {
      params,
      links: [...action, { rel: 'description', params }, { rel: 'selector', params: item_option.params }],
    }
  }),
  post: {
    description: 'Leads to the variant that has this value, and otherwise the most similar values. Changes nothing.',
    leads_to: 'item',
    run: chooseValue,
  },
}

async function chooseValue(context: StorefrontContext, params: Params): Promise<ChangeResult> {
  const [item_option = null] = await optionsWithVariantsFor(context, [params])
  const found = item_option === null ? undefined : findValue(item_option, params)
  if (item_option === null || found === undefined) throw notFound('item option choice')
  const { id } = chooseVariant(item_option.variants, item_option.product, found)
  return { status: 201, location: itemParams(context, id) }
}

function optionReader<Option extends ItemOption>(
  load: (context: StorefrontContext, paramsList: readonly Params[]) => Promise<(Option | null)[]>,
  render: (context: StorefrontContext, item_option: Option, params: Params) => ResourceState | Absence,
): StorefrontResource['read'] {
  return async (context, paramsList) => {
    const found = await load(context, paramsList)
    return paramsList.map((params, index) => {
      const item_option = at(found, index)
      if (item_option === null) return 'missing'
      const state = render(context, item_option, params)
      return typeof state === 'string' ? state : { ...state, params: state.params ?? item_option.params }
    })
  }
}

async function optionsFor(context: StorefrontContext, paramsList: readonly Params[]): Promise<(ItemOption | null)[]> {
  const products = await productsFor(context, paramsList)
  return paramsList.map(({ option: id = '' }, index) => {
    const name = decodeId(id)
    const product = at(products, index)
    const option = product?.options.find((one) => one.name === name)
    if (product === null || option === undefined) return null
    return { params: { ...itemParams(context, product.id), option: encodeId(name) }, option, product }
  })
}

async function optionsWithVariantsFor(
  context: StorefrontContext,
  paramsList: readonly Params[],
): Promise<(OptionWithVariants | null)[]> {
  const options = await optionsFor(context, paramsList)
  const variants = await variantsOf(
    context,
    options.map((one) => one?.product ?? null),
  )
  return options.map((one, index) => one && { ...one, variants: at(variants, index) })
}

/** The distinct values of the option among all variants, in the order of the variants. */
function valuesOf({ option, variants }: OptionWithVariants): ProductOption[] {
  const all = variants.flatMap(({ options }) => options.filter(({ name }) => name === option.name))
  // Keeps the item's own display name for its own value.
  const values = new Map(all.map((one) => [one.value, one.value === option.value ? option : one]))
  return [...values.values()]
}

function findValue(item_option: OptionWithVariants, { value = '' }: Params): ProductOption | undefined {
  const text = decodeId(value)
  return valuesOf(item_option).find((one) => one.value === text)
}

export const optionResources = [options, option, optionValue, selector, choice]
