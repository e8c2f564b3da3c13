import { Type } from 'typebox'
import { notFound } from '../../kernel/errors.ts'
import { assertCurrent } from '../carts/current.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { Link, Params, ResourceState } from '../hypermedia/resource.ts'
import { type CurrentOrder, currentOrder } from './current.ts'
import { orderReader } from './order.ts'

/** A selectable option; `params` are the path parameters of the resource that describes it. */
type Option = { id: string; params: Params }

type Selection = {
  /** Such as `billing address`, the prefix of the names of the three resources. */
  name: string
  /** For sentences, such as `billing address of an order`. */
  subject: string
  /** Such as `shop.addresses.billing-address`. */
  type: string
  /** Of the info resource. */
  path: string
  /** The relation from the info to the chosen option, such as `billingaddress`. The relation to the info is `billingaddressinfo`. */
  rel: string
  /** The kind of resource that describes an option. */
  target: string
  /** The resource that the info belongs to. */
  back: { rel: string; to: string; params(order: CurrentOrder): Params }
  /** The form that creates further options. */
  form?: { rel: string; to: string }
  /** Whether the order needs a choice at all. */
  isNeeded(order: CurrentOrder): boolean
  options(order: CurrentOrder): readonly Option[]
  chosen(order: CurrentOrder): string | null
  choose(context: StorefrontContext, order: CurrentOrder, id: string): Promise<unknown>
}

/** The three resources of a selection: the info, the selector, and the choice. */
export function selectionResources(selection: Selection): StorefrontResource[] {
  return [infoResource(selection), selectorResource(selection), choiceResource(selection)]
}

function infoResource(selection: Selection): StorefrontResource {
  const { name, subject, type, path, rel, target, back, form } = selection
  const title = `${name.replaceAll(' ', '-')}-info`
  return {
    name: `${name} info`,
    type: `${type}-info`,
    path,
    max_age: 0,
    description: `The ${subject}, and what can be chosen instead.`,
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

function selectorResource(selection: Selection): StorefrontResource {
  const { name, subject, type, path, rel } = selection
  const choice = `${name} choice`
  return {
    name: `${name} selector`,
    type: `${type}-selector`,
    path: `${path}/selector`,
    max_age: 0,
    description: `What can be chosen as the ${subject}.`,
    relations: {
      choice: { to: choice, rev: 'selector', when: 'one for each that is not chosen' },
      chosen: { to: choice, rev: 'selector', when: 'if one is chosen' },
      [`${rel}info`]: { to: `${name} info`, rev: 'selector' },
    },
    read: orderReader((order) => {
      const options = selection.isNeeded(order) ? selection.options(order) : []
      if (options.length === 0) return 'missing'
      const links = options.map(({ id }): Link => {
        const params = { ...order.params, choice: encodeId(id) }
        return { rel: id === selection.chosen(order) ? 'chosen' : 'choice', params }
      })
      return { links: [...links, { rel: `${rel}info`, params: order.params }] }
    }),
  }
}

function choiceResource(selection: Selection): StorefrontResource {
  const { name, subject, type, path, target } = selection
  return {
    name: `${name} choice`,
    type: `${type}-choice`,
    path: `${path}/selector/:choice`,
    max_age: 0,
    description: `What can be chosen as the ${subject}, and the action that chooses it.`,
    relations: {
      description: { to: target },
      selector: { to: `${name} selector`, rev: 'choice' },
      selectaction: { to: `${name} choice`, when: 'unless it is chosen' },
    },
    read: orderReader((order, { choice = '' }): ResourceState | 'missing' => {
      const option = optionFor(selection, order, choice)
      if (option === undefined) return 'missing'
      const params = { ...order.params, choice: encodeId(option.id) }
      const action = selection.chosen(order) === option.id ? [] : [{ rel: 'selectaction', params }]
      return {
        params,
        links: [{ rel: 'description', params: option.params }, { rel: 'selector', params: order.params }, ...action],
      }
    }),
    post: {
      description: 'Chooses it.',
      leads_to: `${name} selector`,
      async run(context, params) {
        await assertCurrent(context, params, 'order')
        const order = await currentOrder(context)
        const option = optionFor(selection, order, params.choice ?? '')
        if (option === undefined) throw notFound(`${name} choice`)
        if (selection.chosen(order) !== option.id) await selection.choose(context, order, option.id)
        return { status: 201, location: order.params }
      },
    },
  }
}

function optionFor(selection: Selection, order: CurrentOrder, choice: string): Option | undefined {
  const id = decodeId(choice)
  return selection.isNeeded(order) ? selection.options(order).find((option) => option.id === id) : undefined
}
