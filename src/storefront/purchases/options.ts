import type { ProductOption } from '../../store/catalog/product.ts'
import type { StorefrontResource } from '../context.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { Absence, Link, Params, ResourceState } from '../hypermedia/resource.ts'
import { type LoadedPurchase, lineFor, purchaseReader } from './loaded-purchase.ts'

/** The options of the line's variant; empty without variants. */
export function optionsOf({ options = [] }: LoadedPurchase['snapshot']['lines'][number]): readonly ProductOption[] {
  return options
}

const PATH = '/purchases/:scope/:purchase/lineitems/:lineitem/options'

const lineOptions: StorefrontResource = {
  name: 'purchase line options',
  type: 'shop.collections.links',
  path: PATH,
  max_age: 60,
  relations: { element: 'purchase line option', lineitem: 'purchase line item' },
  read: purchaseReader((purchase, requested) => {
    const line = lineFor(purchase, requested)
    if (line === undefined || optionsOf(line).length === 0) return 'missing'
    const params = { ...purchase.params, lineitem: encodeId(line.id) }
    const elements = optionsOf(line).map(({ name }): Link => {
      return { rel: 'element', rev: 'list', params: { ...params, option: encodeId(name) } }
    })
    return { params, links: [...elements, { rel: 'lineitem', rev: 'options', params }] }
  }),
}

const lineOption: StorefrontResource = {
  name: 'purchase line option',
  type: 'shop.purchases.line-item-option',
  path: `${PATH}/:option`,
  max_age: 60,
  relations: { value: 'purchase line option value', list: 'purchase line options' },
  read: optionReader((params, { name, display_name }) => ({
    links: [
      { rel: 'value', rev: 'option', params },
      { rel: 'list', rev: 'element', params },
    ],
    data: { name, 'display-name': display_name },
  })),
}

const lineOptionValue: StorefrontResource = {
  name: 'purchase line option value',
  type: 'shop.purchases.line-item-option-value',
  path: `${PATH}/:option/value`,
  max_age: 60,
  relations: { option: 'purchase line option' },
  read: optionReader((params, { value, display_value }) => ({
    links: [{ rel: 'option', rev: 'value', params }],
    data: { name: value, 'display-name': display_value },
  })),
}

function optionReader(render: (params: Params, option: ProductOption) => ResourceState): StorefrontResource['read'] {
  return purchaseReader((purchase, requested): ResourceState | Absence => {
    const name = decodeId(requested.option ?? '')
    const line = lineFor(purchase, requested)
    const option = line && optionsOf(line).find((one) => one.name === name)
    if (line === undefined || option === undefined) return 'missing'
    const params = { ...purchase.params, lineitem: encodeId(line.id), option: encodeId(name) }
    return { ...render(params, option), params }
  })
}

/** The bought variant, as the seller described it at checkout. */
export const purchaseOptions = [lineOptions, lineOption, lineOptionValue]
