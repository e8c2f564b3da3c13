import { expect, test } from 'vitest'
import { cyclesOf } from '../../scripts/module-graph.ts'

const imports = (...pairs: [string, string][]) => pairs.map(([from, to]) => ({ from, to }))

test('modules that reach each other are a cycle, also by way of a third', () => {
  const cycle = imports(
    ['src/carts/a.ts', 'src/orders/b.ts'],
    ['src/orders/deep/c.ts', 'src/stock/d.ts'],
    ['src/stock/e.ts', 'src/carts/f.ts'],
    ['src/stock/e.ts', 'src/kernel/g.ts'],
  )
  expect(cyclesOf(cycle)).toEqual([['src/carts', 'src/orders', 'src/stock']])
})

test('files beside the modules stand for themselves', () => {
  expect(cyclesOf(imports(['src/main.ts', 'src/commands/a.ts'], ['src/commands/a.ts', 'src/config.ts']))).toEqual([])
  expect(cyclesOf(imports(['src/config.ts', 'src/commands/a.ts'], ['src/commands/a.ts', 'src/config.ts']))).toEqual([
    ['src/commands', 'src/config.ts'],
  ])
})
