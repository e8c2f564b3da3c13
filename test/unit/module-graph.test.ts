import { expect, test } from 'vitest'
import { cyclesOf, interfaceProblems } from '../../scripts/module-graph.ts'

const imports = (...pairs: [string, string][]) => pairs.map(([from, to]) => ({ from, to }))

test('modules that reach each other form a cycle, also through a third', () => {
  const cycle = imports(
    ['src/carts/a.ts', 'src/orders/b.ts'],
    ['src/orders/deep/c.ts', 'src/stock/d.ts'],
    ['src/stock/e.ts', 'src/carts/f.ts'],
    ['src/stock/e.ts', 'src/kernel/g.ts'],
  )
  expect(cyclesOf(cycle)).toEqual([['carts', 'orders', 'stock']])
})

test('the target kinds are a separate module below event types and integrations', () => {
  const [kinds, types, integrations] = ['src/integrations/kinds/a.ts', 'src/event-types/b.ts', 'src/integrations/c.ts']
  expect(cyclesOf(imports([types, kinds], [integrations, types], [integrations, kinds]))).toEqual([])
  expect(cyclesOf(imports([types, kinds], [integrations, types], [kinds, integrations]))).toEqual([
    ['event-types', 'integrations', 'integrations/kinds'],
  ])
})

test('the folders of the store are modules, and the files beside them are not', () => {
  const [carts, orders, routes] = ['src/store/carts/a.ts', 'src/store/orders/deep/b.ts', 'src/store/routes.ts']
  expect(cyclesOf(imports([routes, carts], [routes, orders], [carts, orders]))).toEqual([])
  expect(cyclesOf(imports([orders, carts], [carts, orders]))).toEqual([['store/carts', 'store/orders']])
})

test('files beside the modules are modules of their own', () => {
  expect(cyclesOf(imports(['src/main.ts', 'src/commands/a.ts'], ['src/commands/a.ts', 'src/config.ts']))).toEqual([])
  expect(cyclesOf(imports(['src/config.ts', 'src/commands/a.ts'], ['src/commands/a.ts', 'src/config.ts']))).toEqual([
    ['commands', 'config.ts'],
  ])
})

test('every import between modules must be listed, and every listed one must exist', () => {
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
