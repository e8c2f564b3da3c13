import { at } from '../../kernel/at.ts'
import { notFound } from '../../kernel/errors.ts'
import type { ProductOption } from '../../store/catalog/product.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Absent, Body, Link, Params, Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { itemAt, type Product, productsAt, variantsOf } from './shelf.ts'
import { readEach } from './side.ts'
import { variantWith } from './variants.ts'

/** An option of an item. */
type Named = { params: Params; option: ProductOption; product: Product }

/** With all that the item could be instead of what it is. */
type Offered = Named & { variants: readonly Product[] }

const options: Resource<Shop> = {
  name: 'item options',
  type: 'shop.collections.links',
  path: '/itemdefinitions/:scope/:item/options',
  max_age: 600,
  relations: { element: 'item option', definition: 'item definition' },
  read: (shop, addresses) =>
    readEach(shop, addresses, (product) => {
      if (product.options.length === 0) return 'missing'
      const params = itemAt(shop, product.id)
      const elements = product.options.map(({ name }): Link => {
        return { rel: 'element', rev: 'list', params: { ...params, option: opaque(name) } }
      })
      return { links: [...elements, { rel: 'definition', rev: 'options', params }] }
    }),
}

const option: Resource<Shop> = {
  name: 'item option',
  type: 'shop.itemdefinitions.option',
  path: '/itemdefinitions/:scope/:item/options/:option',
  max_age: 600,
  relations: { value: 'item option value', selector: 'item option selector', list: 'item options' },
  read: ofOption(namedAt, ({ params, option: { name, display_name, value } }) => ({
    links: [
      { rel: 'value', rev: 'option', params: { ...params, value: opaque(value) } },
      { rel: 'selector', rev: 'option', params },
      { rel: 'list', rev: 'element', params },
    ],
    data: { name, 'display-name': display_name },
  })),
}

const optionValue: Resource<Shop> = {
  name: 'item option value',
  type: 'shop.itemdefinitions.option-value',
  path: '/itemdefinitions/:scope/:item/options/:option/values/:value',
  max_age: 600,
  relations: { option: 'item option' },
  read: ofOption(offeredAt, (offered, asked) => {
    const found = valueAt(offered, asked)
    if (found === undefined) return 'missing'
    const { params } = offered
    return {
      params: { ...params, value: opaque(found.value) },
      links: [{ rel: 'option', params }],
      data: { name: found.value, 'display-name': found.display_value },
    }
  }),
}

const selector: Resource<Shop> = {
  name: 'item option selector',
  type: 'shop.itemselections.selector',
  path: '/itemselections/:scope/:item/options/:option/selector',
  max_age: 600,
  relations: { choice: 'item option choice', chosen: 'item option choice', option: 'item option' },
  read: ofOption(offeredAt, (offered) => {
    const { params, option } = offered
    const links = valuesOf(offered).map(({ value }): Link => {
      const rel = value === option.value ? 'chosen' : 'choice'
      return { rel, rev: 'selector', params: { ...params, value: opaque(value) } }
    })
    return { links: [...links, { rel: 'option', rev: 'selector', params }] }
  }),
}

const choice: Resource<Shop> = {
  name: 'item option choice',
  type: 'shop.itemselections.choice',
  path: '/itemselections/:scope/:item/options/:option/selector/:value',
  max_age: 600,
  relations: {
    description: 'item option value',
    selector: 'item option selector',
    selectaction: 'item option choice',
  },
  read: ofOption(offeredAt, (offered, asked) => {
    const found = valueAt(offered, asked)
    if (found === undefined) return 'missing'
    const params = { ...offered.params, value: opaque(found.value) }
    const action = found.value === offered.option.value ? [] : [{ rel: 'selectaction', params }]
    return {
      params,
      links: [{ rel: 'description', params }, { rel: 'selector', rev: 'choice', params: offered.params }, ...action],
    }
  }),
  /** Leads to the variant that is so. */
  async post(shop, asked) {
    const [offered = null] = await offeredAt(shop, [asked])
    const found = offered === null ? undefined : valueAt(offered, asked)
    if (offered === null || found === undefined) throw notFound('item option choice')
    const { id } = variantWith(offered.variants, offered.product, found)
    return { status: 201, at: { name: 'item', params: itemAt(shop, id) } }
  },
}

/** Reads resources that are of options of items, all of them together. */
function ofOption<Of extends Named>(
  load: (shop: Shop, addresses: readonly Params[]) => Promise<(Of | null)[]>,
  show: (found: Of, params: Params) => Body | Absent,
): Resource<Shop>['read'] {
  return async (shop, addresses) => {
    const found = await load(shop, addresses)
    return addresses.map((params, index) => {
      const one = at(found, index)
      if (one === null) return 'missing'
      const body = show(one, params)
      return typeof body === 'string' ? body : { ...body, params: body.params ?? one.params }
    })
  }
}

async function namedAt(shop: Shop, addresses: readonly Params[]): Promise<(Named | null)[]> {
  const products = await productsAt(shop, addresses)
  return addresses.map(({ option: asked = '' }, index) => {
    const name = readOpaque(asked)
    const product = at(products, index)
    const option = product?.options.find((one) => one.name === name)
    if (product === null || option === undefined) return null
    return { params: { ...itemAt(shop, product.id), option: opaque(name) }, option, product }
  })
}

async function offeredAt(shop: Shop, addresses: readonly Params[]): Promise<(Offered | null)[]> {
  const named = await namedAt(shop, addresses)
  const variants = await variantsOf(
    shop,
    named.map((one) => one?.product ?? null),
  )
  return named.map((one, index) => one && { ...one, variants: at(variants, index) })
}

/** What the option is among all variants, each once, in the order in which the variants came to be. */
function valuesOf({ option, variants }: Offered): ProductOption[] {
  const all = variants.flatMap(({ options }) => options.filter(({ name }) => name === option.name))
  // The item calls its own value as it likes.
  const named = new Map(all.map((one) => [one.value, one.value === option.value ? option : one]))
  return [...named.values()]
}

function valueAt(offered: Offered, { value = '' }: Params): ProductOption | undefined {
  const asked = readOpaque(value)
  return valuesOf(offered).find((one) => one.value === asked)
}

/** What an item may be instead of what it is. */
export const optionResources = [options, option, optionValue, selector, choice]
