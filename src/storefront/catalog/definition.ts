import { Type } from 'typebox'
import { at } from '../../kernel/at.ts'
import type { File } from '../../store/files/file.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import type { ResourceState } from '../hypermedia/resource.ts'
import { localized } from '../texts.ts'
import { assetsOf } from './assets.ts'
import { DETAILS, detailsOf } from './details.ts'
import { itemParams, type Product, productsFor } from './products.ts'

export const definition: StorefrontResource = {
  name: 'item definition',
  type: 'shop.itemdefinitions.item-definition',
  path: '/itemdefinitions/:scope/:item',
  max_age: 600,
  cached: true,
  description: 'Name and details of an item, in the language of the shopper if the store has them in it.',
  members: { 'display-name': Type.String({ description: 'The name for display.' }), details: DETAILS },
  relations: {
    item: { to: 'item', rev: 'definition' },
    options: { to: 'item options', rev: 'definition', when: 'if the item has options' },
    fromprice: { to: 'price range', rev: 'definition', when: 'if the item is a variant and has a price' },
    assets: { to: 'item assets', rev: 'definition', when: 'if the item has pictures or other public files' },
  },
  async read(context, paramsList) {
    const products = await productsFor(context, paramsList)
    const assets = await assetsOf(context, products)
    return products.map((product, index) =>
      product === null ? 'missing' : renderDefinition(context, product, at(assets, index)),
    )
  },
}

function renderDefinition(context: StorefrontContext, product: Product, assets: readonly File[]): ResourceState {
  const { id, name, description, language, locales, extensions, options, definition, price } = product
  const params = itemParams(context, id)
  const { texts, languages } = localized(context, { own: { name, description }, language, locales })
  const rels = [
    'item',
    ...(options.length === 0 ? [] : ['options']),
    ...(definition === '' || price === null ? [] : ['fromprice']),
    ...(assets.length === 0 ? [] : ['assets']),
  ]
  return {
    links: rels.map((rel) => ({ rel, params })),
    data: {
      'display-name': texts.name,
      details: detailsOf(context.locale, { ...extensions, description: texts.description }),
    },
    languages,
  }
}
