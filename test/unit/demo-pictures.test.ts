import { describe, expect, test } from 'vitest'
import { demoProducts } from '../../src/app/demo/shop/load-catalog.ts'
import { PICTURES } from '../../src/app/demo/shop/pictures/draw-picture.ts'

test('every product of the demo shop has a picture, and every picture a product', () => {
  expect(Object.keys(PICTURES)).toEqual(demoProducts().map(({ sku }) => sku))
})

test('no two are alike', () => {
  expect(new Set(Object.values(PICTURES).map((draw) => draw())).size).toBe(Object.keys(PICTURES).length)
})

describe.each(Object.entries(PICTURES))('the picture of %s', (_, draw) => {
  const svg = draw()

  test('is small, the same each time, and needs neither fonts nor other files', () => {
    expect(draw()).toBe(svg)
    expect(svg.length).toBeLessThan(40_000)
    expect(svg).not.toMatch(/NaN|undefined|Infinity|<text|<image|href|<style|<script/)
    expect(svg.match(/https?:\/\/[^"]*/g)).toEqual(['http://www.w3.org/2000/svg'])
  })

  test('is well-formed, and every fill that it names is in it', () => {
    const open: string[] = []
    for (const [, end, name = '', empty] of svg.matchAll(/<(\/?)(\w+)(?:\s+[\w-]+="[^"<]*")*\s*(\/?)>/g)) {
      if (end === '/') expect(open.pop()).toBe(name)
      else if (empty !== '/') open.push(name)
    }
    expect(open).toEqual([])
    expect(svg.replaceAll(/<(\/?)(\w+)(?:\s+[\w-]+="[^"<]*")*\s*(\/?)>/g, '').trim()).toBe('')
    const named = [...svg.matchAll(/url\(#(\w+)\)/g)].map(([, id]) => id)
    expect(named.filter((id) => !svg.includes(` id="${id}"`))).toEqual([])
  })
})
