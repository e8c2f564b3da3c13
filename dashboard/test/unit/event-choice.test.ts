import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  add,
  chosenKeys,
  covers,
  isChosen,
  isPattern,
  type KnownEvent,
  matching,
  sectionsOf,
  stateOf,
  templatesFor,
  toggle,
  toggleGroup,
} from '../../src/pages/integrations/rules/event-choice.ts'

const event = (key: string, entity: string, from: KnownEvent['from'] = 'here'): KnownEvent => ({
  key,
  entity,
  level: 'Store',
  from,
  description: `About ${key}.`,
})

const EVENTS = [
  event('cart.updated', 'Cart'),
  event('order.created', 'Order'),
  event('order.paid', 'Order'),
  event('order.deleted', 'Order', 'outside'),
  event('product.created', 'Product', 'outside'),
  event('acme.stock.low', 'acme.stock', 'own'),
]
const TEXTS = [...EVENTS.map(({ key }) => key), 'order.*', 'acme.*', '*']
const choices = fc.uniqueArray(fc.constantFrom(...TEXTS), { maxLength: 6 })
const keys = fc.constantFrom(...EVENTS.map(({ key }) => key))

const groupOf = (entity: string) => {
  const group = sectionsOf(EVENTS)
    .flatMap(({ groups }) => groups)
    .find((one) => one.entity === entity)
  if (group === undefined) throw new Error(`There is no group ${entity}.`)
  return group
}

test('a box toggles its own key and no other, for any selected patterns', () => {
  fc.assert(
    fc.property(choices, keys, (observes, key) => {
      const before = chosenKeys(observes, EVENTS)
      const after = chosenKeys(toggle(observes, key, EVENTS), EVENTS)
      expect(after.includes(key)).toBe(!before.includes(key))
      expect(after.filter((other) => other !== key)).toEqual(before.filter((other) => other !== key))
    }),
  )
})

test('the box of a group selects all its emitted keys, then none', () => {
  fc.assert(
    fc.property(choices, (observes) => {
      const group = groupOf('Order')
      const was = stateOf(observes, group)
      const next = toggleGroup(observes, group, EVENTS)
      expect(stateOf(next, group)).toBe(was === 'all' ? 'none' : 'all')
      expect(isChosen(next, 'order.deleted')).toBe(isChosen(observes, 'order.deleted'))
    }),
  )
})

test('keys that a selected pattern covers are dropped', () => {
  expect(add(['order.paid', 'cart.updated'], ['order.*'])).toEqual(['cart.updated', 'order.*'])
  expect(add(['order.*'], ['order.paid'])).toEqual(['order.*'])
  fc.assert(
    fc.property(choices, choices, (observes, texts) => {
      const after = add(observes, texts)
      for (const text of [...observes, ...texts])
        expect(after.some((one) => one === text || covers(one, text))).toBe(true)
    }),
  )
})

test('the pattern of all keys excludes those with a secret payload', () => {
  expect(covers('*', 'order.paid')).toBe(true)
  expect(covers('*', 'one-time-password-token-request.created')).toBe(false)
  expect(covers('order.*', 'orders.paid')).toBe(false)
  expect(isPattern('order.paid')).toBe(false)
})

test('groups are sorted by the origin of their events', () => {
  const sections = sectionsOf(EVENTS).map(({ source, groups }) => [source, groups.map(({ entity }) => entity)])
  expect(sections).toEqual([
    ['here', ['Order', 'Cart']],
    ['own', ['acme.stock']],
    ['outside', ['Product']],
  ])
  expect(groupOf('Order').outside.map(({ key }) => key)).toEqual(['order.deleted'])
})

test('a search matches all its words in key and description', () => {
  expect(matching(EVENTS, 'about PAID').map(({ key }) => key)).toEqual(['order.paid'])
  expect(matching(EVENTS, '  ')).toEqual(EVENTS)
})

test('a template is offered only if all of its events can be observed', () => {
  const named = (events: readonly KnownEvent[]) => templatesFor(events).map(({ name }) => name)
  expect(
    named([event('catalog-release.created', 'Catalog release'), event('catalog-rule.created', 'Catalog rule')]),
  ).toEqual(['Catalog to a search index', 'Everything'])
  expect(named([])).toEqual([])
})
