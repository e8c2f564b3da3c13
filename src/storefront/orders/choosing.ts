import { notFound } from '../../kernel/errors.ts'
import { assertCurrent } from '../carts/current.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Body, Link, Params, Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { currentOrder, type ShopOrder } from './current.ts'
import { ofOrder } from './order.ts'

/** Something that can be chosen for an order; `params` are those of its own address. */
type Option = { id: string; params: Params }

type Choosing = {
  /** Such as `billing address`: the resources are its info, its selector and its choices. */
  name: string
  /** Such as `shop.addresses.billing-address`. */
  type: string
  /** Of the info. */
  path: string
  /** From the info to what is chosen, such as `billingaddress`; the info itself is `billingaddressinfo`. */
  rel: string
  /** The kind of resource that is chosen. */
  of: string
  /** What the info is about. */
  back: { rel: string; to: string; params(order: ShopOrder): Params }
  /** Where more of them can be made. */
  form?: { rel: string; to: string }
  /** Whether the order has any use for it. */
  isAsked(order: ShopOrder): boolean
  options(order: ShopOrder): readonly Option[]
  chosen(order: ShopOrder): string | null
  choose(shop: Shop, order: ShopOrder, id: string): Promise<unknown>
}

/** The three resources with which something is chosen: the info, a selector, and its choices. */
export function choosing(what: Choosing): Resource<Shop>[] {
  return [infoOf(what), selectorOf(what), choiceOf(what)]
}

function infoOf(what: Choosing): Resource<Shop> {
  const { name, type, path, rel, of, back, form } = what
  const title = `${name.replaceAll(' ', '-')}-info`
  return {
    name: `${name} info`,
    type: `${type}-info`,
    path,
    max_age: 0,
    relations: {
      [back.rel]: back.to,
      [rel]: of,
      selector: `${name} selector`,
      ...(form !== undefined && { [form.rel]: form.to }),
    },
    read: ofOrder((order) => {
      if (!what.isAsked(order)) return 'missing'
      const options = what.options(order)
      const chosen = options.find(({ id }) => id === what.chosen(order))
      const links: Link[] = [
        { rel: back.rel, rev: `${rel}info`, params: back.params(order) },
        ...(chosen === undefined ? [] : [{ rel, params: chosen.params }]),
        ...(options.length === 0 ? [] : [{ rel: 'selector', rev: `${rel}info`, params: order.params }]),
        ...(form === undefined ? [] : [{ rel: form.rel, params: order.params }]),
      ]
      return { links, data: { name: title } }
    }),
  }
}

function selectorOf(what: Choosing): Resource<Shop> {
  const { name, type, path, rel } = what
  const choice = `${name} choice`
  return {
    name: `${name} selector`,
    type: `${type}-selector`,
    path: `${path}/selector`,
    max_age: 0,
    relations: { choice, chosen: choice, [`${rel}info`]: `${name} info` },
    read: ofOrder((order) => {
      const options = what.isAsked(order) ? what.options(order) : []
      if (options.length === 0) return 'missing'
      const links = options.map(({ id }): Link => {
        const params = { ...order.params, choice: opaque(id) }
        return { rel: id === what.chosen(order) ? 'chosen' : 'choice', rev: 'selector', params }
      })
      return { links: [...links, { rel: `${rel}info`, rev: 'selector', params: order.params }] }
    }),
  }
}

function choiceOf(what: Choosing): Resource<Shop> {
  const { name, type, path, of } = what
  return {
    name: `${name} choice`,
    type: `${type}-choice`,
    path: `${path}/selector/:choice`,
    max_age: 0,
    relations: { description: of, selector: `${name} selector`, selectaction: `${name} choice` },
    read: ofOrder((order, { choice = '' }): Body | 'missing' => {
      const option = optionAt(what, order, choice)
      if (option === undefined) return 'missing'
      const params = { ...order.params, choice: opaque(option.id) }
      const action = what.chosen(order) === option.id ? [] : [{ rel: 'selectaction', params }]
      return {
        params,
        links: [
          { rel: 'description', params: option.params },
          { rel: 'selector', rev: 'choice', params: order.params },
          ...action,
        ],
      }
    }),
    async post(shop, params) {
      await assertCurrent(shop, params, 'order')
      const order = await currentOrder(shop)
      const option = optionAt(what, order, params.choice ?? '')
      if (option === undefined) throw notFound(`${name} choice`)
      if (what.chosen(order) !== option.id) await what.choose(shop, order, option.id)
      return { status: 201, at: { name: `${name} selector`, params: order.params } }
    },
  }
}

function optionAt(what: Choosing, order: ShopOrder, choice: string): Option | undefined {
  const id = readOpaque(choice)
  return what.isAsked(order) ? what.options(order).find((option) => option.id === id) : undefined
}
