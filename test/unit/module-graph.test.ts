import { expect, test } from 'vitest'
import { cyclesOf, interfaceProblems } from '../../scripts/module-graph.ts'

const imports = (...pairs: [string, string][]) => pairs.map(([from, to]) => ({ from, to }))

test('modules that reach each other are a cycle, also by way of a third', () => {
  const cycle = imports(
    ['src/carts/a.ts', 'src/orders/b.ts'],
    ['src/orders/deep/c.ts', 'src/stock/d.ts'],
    ['src/stock/e.ts', 'src/carts/f.ts'],
    ['src/stock/e.ts', 'src/kernel/g.ts'],
  )
  expect(cyclesOf(cycle)).toEqual([['carts', 'orders', 'stock']])
})

test('the kinds of target are a module of their own, which event types and integrations stand on', () => {
  const [kinds, types, integrations] = ['src/integrations/kinds/a.ts', 'src/event-types/b.ts', 'src/integrations/c.ts']
  expect(cyclesOf(imports([types, kinds], [integrations, types], [integrations, kinds]))).toEqual([])
  expect(cyclesOf(imports([types, kinds], [integrations, types], [kinds, integrations]))).toEqual([
    ['event-types', 'integrations', 'integrations/kinds'],
  ])
})

test('the folders of the store are modules, and its files beside them are not', () => {
  const [carts, orders, routes] = ['src/store/carts/a.ts', 'src/store/orders/deep/b.ts', 'src/store/routes.ts']
  expect(cyclesOf(imports([routes, carts], [routes, orders], [carts, orders]))).toEqual([])
  expect(cyclesOf(imports([orders, carts], [carts, orders]))).toEqual([['store/carts', 'store/orders']])
})

test('files beside the modules stand for themselves', () => {
  expect(cyclesOf(imports(['src/main.ts', 'src/commands/a.ts'], ['src/commands/a.ts', 'src/config.ts']))).toEqual([])
  expect(cyclesOf(imports(['src/config.ts', 'src/commands/a.ts'], ['src/commands/a.ts', 'src/config.ts']))).toEqual([
    ['commands', 'config.ts'],
  ])
})

test('an import between modules must be listed, and an entry of the list must be needed', () => {
  const interfaces = [
    { from: 'store/carts', to: 'pricing', why: 'Prices.' },
    { from: 'events', to: 'integrations', why: 'Matching.' },
  ]
  const found = imports(
    ['src/store/carts/a.ts', 'src/pricing/b.ts'],
    ['src/store/carts/a.ts', 'src/store/orders/c.ts'],
    ['src/store/carts/a.ts', 'src/store/kit/d.ts'],
    ['src/store/routes.ts', 'src/store/orders/c.ts'],
    ['src/app/run.ts', 'src/events/e.ts'],
  )
  expect(interfaceProblems(found, interfaces)).toEqual([
    'Add store/carts -> store/orders to scripts/module-interfaces.ts with a reason, or cut it: src/store/carts/a.ts -> src/store/orders/c.ts',
    'Remove events -> integrations from scripts/module-interfaces.ts: no import needs it',
  ])
})
