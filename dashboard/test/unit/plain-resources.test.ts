import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { printPlainResources, readPlainResources } from '../../scripts/plain-resources.ts'

function declare(file: string, source: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidings-resources-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, file), source)
  return printPlainResources(readPlainResources(folder))
}

test('one declaration gives a resource its routes and its entry in the navigation', () => {
  const module = declare(
    'brands.ts',
    `const BRANDS = '/v2/brands' as const
    export const brands = resource({
      address: 'brands',
      list: '/v2/brands',
      one: \`\${BRANDS}/{brand_id}\`,
      label: { one: 'brand', many: 'brands' },
      group: 'Catalog',
    })`,
  )
  expect(module).toContain(
    `...resourceRoutes("brands", "brand_id", async () => (await import('../resources/brands.ts')).brands,`,
  )
  expect(module).toContain(`{"group":"Catalog","many":"brands","address":"brands","list":"/v2/brands"}`)
})

test('a resource with handwritten pages has no generated routes', () => {
  const own = declare(
    'hands.ts',
    `export const hands = resource({ address: 'hands', one: '/v2/hands/{hand_id}', pages: [] })`,
  )
  expect(own).not.toContain('hands')
})

test('a declaration that cannot be parsed before loading is named in the error', () => {
  const unreadable = () => declare('odd.ts', `export const odd = resource({ address: ODD, one: '/v2/odds/{odd_id}' })`)
  expect(unreadable).toThrow('odd in odd.ts must have a string `address`')
})
