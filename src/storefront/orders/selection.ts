import { Type } from 'typebox'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import type { Link, Params } from '../hypermedia/resource.ts'
import type { RELATIONS } from '../relations.ts'
import { type Option, selectorResources } from '../selector.ts'
import { assertCurrent } from '../shoppers/current-cart.ts'
import { type CurrentOrder, currentOrder } from './current.ts'
import { orderReader } from './order.ts'

type Selection = {
  /** A name such as `billing address`, which begins the names of the three resources. */
  name: string
  /** Part of sentences, such as `billing address of an order`. */
  subject: string
  /** A type such as `shop.addresses.billing-address`. */
  type: string
  path: string
  /** The relation from the info to the chosen option. The relation to the info has the suffix `info`. */
  rel: 'billingaddress' | 'destination' | 'paymentmethod' | 'shippingoption'
  /** The kind of resource that describes an option. */
  target: string
  /** The resource that the info belongs to. */
  back: { rel: string; to: string; params(order: CurrentOrder): Params }
  /** The form that creates further options. */
  form?: { rel: keyof typeof RELATIONS; to: string }
  /** True if the order needs a choice. */
  isNeeded(order: CurrentOrder): boolean
  options(order: CurrentOrder): readonly Option[]
  chosen(order: CurrentOrder): string | null
  choose(context: StorefrontContext, order: CurrentOrder, id: string): Promise<unknown>
}

/** The three resources of a selection: the info, the selector, and the choice. */
export function selectionResources(selection: Selection): StorefrontResource[] {
  const { name, subject, type, path, rel, target, isNeeded, options, chosen, choose } = selection
  const selector = selectorResources({
    name,
    subject,
    type,
    path: `${path}/selector`,
    target,
    back: { rel: `${rel}info`, to: `${name} info` },
    reader: orderReader,
    async load(context, params) {
      await assertCurrent(context, params, 'order')
      return currentOrder(context)
    },
    params: ({ params }) => params,
    options: (order) => (isNeeded(order) ? options(order) : []),
    chosen,
    choose,
  })
  return [infoResource(selection), ...selector]
}

function infoResource(selection: Selection): StorefrontResource {
  const { name, subject, type, path, rel, target, back, form } = selection
  const title = `${name.replaceAll(' ', '-')}-info`
  return {
    name: `${name} info`,
    type: `${type}-info`,
    path,
    max_age: 0,
    description: `The ${subject}, and the alternatives.`,
    members: { name: Type.Literal(title, { description: 'The name for programs.' }) },
    relations: {
      [back.rel]: { to: back.to, rev: `${rel}info` },
      [rel]: { to: target, when: 'if one is chosen' },
      selector: { to: `${name} selector`, rev: `${rel}info`, when: 'if there is something to choose from' },
      ...(form !== undefined && { [form.rel]: { to: form.to } }),
    },
    read: orderReader((order) => {
      if (!selection.isNeeded(order)) return 'missing'
      const options = selection.options(order)
      const chosen = options.find(({ id }) => id === selection.chosen(order))
      const links: Link[] = [
        { rel: back.rel, params: back.params(order) },
        ...(chosen === undefined ? [] : [{ rel, params: chosen.params }]),
        ...(options.length === 0 ? [] : [{ rel: 'selector', params: order.params }]),
        ...(form === undefined ? [] : [{ rel: form.rel, params: order.params }]),
      ]
      return { links, data: { name: title } }
    }),
  }
}
