import type { ProductOption } from '../../store/catalog/product.ts'
import { OPTION_MEMBERS } from '../catalog/options.ts'
import type { StorefrontResource } from '../context.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { Absence, Link, Params, ResourceState } from '../hypermedia/resource.ts'
import { elements } from '../relations.ts'
import { localized } from '../texts.ts'
import { type LoadedPurchase, languageOfLine, lineFor, purchaseReader, type SoldLine } from './loaded-purchase.ts'

/** The options of the line's variant; empty without variants. */
export function optionsOf({ options = [] }: SoldLine): readonly ProductOption[] {
  return options
}

const PATH = '/purchases/:scope/:purchase/lineitems/:lineitem/options'

const lineOptions: StorefrontResource = {
  name: 'purchase line options',
  type: 'shop.collections.links',
  path: PATH,
  max_age: 60,
  description: 'The options of a variant that was bought.',
  relations: { element: elements('purchase line option'), lineitem: { to: 'purchase line item', rev: 'options' } },
  read: purchaseReader((purchase, requested) => {
    const line = lineFor(purchase, requested)
    if (line === undefined || optionsOf(line).length === 0) return 'missing'
    const params = { ...purchase.params, lineitem: encodeId(line.id) }
    const elements = optionsOf(line).map(({ name }): Link => {
      return { rel: 'element', params: { ...params, option: encodeId(name) } }
    })
    return { params, links: [...elements, { rel: 'lineitem', params }] }
  }),
}

const lineOption: StorefrontResource = {
  name: 'purchase line option',
  type: 'shop.purchases.line-item-option',
  path: `${PATH}/:option`,
  max_age: 60,
  description: 'An option of a variant that was bought.',
  members: OPTION_MEMBERS,
  relations: {
    value: { to: 'purchase line option value', rev: 'option' },
    list: { to: 'purchase line options', rev: 'element' },
  },
  read: optionReader(({ purchase, params, language, option: { name, display_name, locales } }) => {
    const { texts, languages } = localized(purchase, { own: { display_name }, language, locales })
    return {
      links: [
        { rel: 'value', params },
        { rel: 'list', params },
      ],
      data: { name, 'display-name': texts.display_name },
      languages,
    }
  }),
}

const lineOptionValue: StorefrontResource = {
  name: 'purchase line option value',
  type: 'shop.purchases.line-item-option-value',
  path: `${PATH}/:option/value`,
  max_age: 60,
  description: 'The value that an option had when the variant was bought.',
  members: OPTION_MEMBERS,
  relations: { option: { to: 'purchase line option', rev: 'value' } },
  read: optionReader(({ purchase, params, language, option: { value, display_value, locales } }) => {
    const { texts, languages } = localized(purchase, { own: { display_value }, language, locales })
    return { links: [{ rel: 'option', params }], data: { name: value, 'display-name': texts.display_value }, languages }
  }),
}

/** An option of a line. `language` (BCP 47) is that of its untranslated texts. */
type SoldOption = { purchase: LoadedPurchase; params: Params; language: string; option: ProductOption }

function optionReader(render: (sold: SoldOption) => ResourceState): StorefrontResource['read'] {
  return purchaseReader((purchase, requested): ResourceState | Absence => {
    const name = decodeId(requested.option ?? '')
    const line = lineFor(purchase, requested)
    const option = line && optionsOf(line).find((one) => one.name === name)
    if (line === undefined || option === undefined) return 'missing'
    const params = { ...purchase.params, lineitem: encodeId(line.id), option: encodeId(name) }
    return { ...render({ purchase, params, language: languageOfLine(purchase, line), option }), params }
  })
}

/** The bought variant, as the seller described it at checkout. */
export const purchaseOptions = [lineOptions, lineOption, lineOptionValue]
