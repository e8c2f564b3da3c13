import type { ProductOption } from '../../store/catalog/product.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Absent, Body, Link, Params, Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { type Bought, lineAt, ofPurchase } from './bought.ts'

/** Which variant a line is of; empty for what has none. */
export function optionsOf({ options = [] }: Bought['sold']['lines'][number]): readonly ProductOption[] {
  return options
}

const PATH = '/purchases/:scope/:purchase/lineitems/:lineitem/options'

const lineOptions: Resource<Shop> = {
  name: 'purchase line options',
  type: 'shop.collections.links',
  path: PATH,
  max_age: 60,
  relations: { element: 'purchase line option', lineitem: 'purchase line item' },
  read: ofPurchase((bought, asked) => {
    const line = lineAt(bought, asked)
    if (line === undefined || optionsOf(line).length === 0) return 'missing'
    const params = { ...bought.params, lineitem: opaque(line.id) }
    const elements = optionsOf(line).map(({ name }): Link => {
      return { rel: 'element', rev: 'list', params: { ...params, option: opaque(name) } }
    })
    return { params, links: [...elements, { rel: 'lineitem', rev: 'options', params }] }
  }),
}

const lineOption: Resource<Shop> = {
  name: 'purchase line option',
  type: 'shop.purchases.line-item-option',
  path: `${PATH}/:option`,
  max_age: 60,
  relations: { value: 'purchase line option value', list: 'purchase line options' },
  read: ofOption((params, { name, display_name }) => ({
    links: [
      { rel: 'value', rev: 'option', params },
      { rel: 'list', rev: 'element', params },
    ],
    data: { name, 'display-name': display_name },
  })),
}

const lineOptionValue: Resource<Shop> = {
  name: 'purchase line option value',
  type: 'shop.purchases.line-item-option-value',
  path: `${PATH}/:option/value`,
  max_age: 60,
  relations: { option: 'purchase line option' },
  read: ofOption((params, { value, display_value }) => ({
    links: [{ rel: 'option', rev: 'value', params }],
    data: { name: value, 'display-name': display_value },
  })),
}

function ofOption(show: (params: Params, option: ProductOption) => Body): Resource<Shop>['read'] {
  return ofPurchase((bought, asked): Body | Absent => {
    const name = readOpaque(asked.option ?? '')
    const line = lineAt(bought, asked)
    const option = line && optionsOf(line).find((one) => one.name === name)
    if (line === undefined || option === undefined) return 'missing'
    const params = { ...bought.params, lineitem: opaque(line.id), option: opaque(name) }
    return { ...show(params, option), params }
  })
}

/** Which variant was bought, as the seller told of it then. */
export const purchaseOptions = [lineOptions, lineOption, lineOptionValue]
