import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { demoProducts } from '../../src/app/demo/shop/load-catalog.ts'
import { pictureOf } from '../../src/app/demo/shop/load-pictures.ts'

const pictures = demoProducts().map((product) => readFileSync(pictureOf(product), 'utf8'))

test('every product of the demo shop has its own picture, and every picture has a product', () => {
  const files = readdirSync(new URL('../../src/app/demo/shop/pictures', import.meta.url))
  expect(files.sort()).toEqual(
    demoProducts()
      .map(({ sku }) => `${sku}.svg`)
      .sort(),
  )
  expect(new Set(pictures).size).toBe(files.length)
})

test('a picture is well-formed and needs no fonts or other files', async () => {
  for (const svg of pictures) {
    expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ format: 'svg', width: 800, height: 800 })
    expect(svg.length).toBeLessThan(40_000)
    expect(svg).not.toMatch(/<text|<image|href|<style|<script/)
    expect(svg.match(/https?:\/\/[^"]*/g)).toEqual(['http://www.w3.org/2000/svg'])
    const fills = [...svg.matchAll(/url\(#(\w+)\)/g)].map(([, id]) => id)
    expect(fills.filter((id) => !svg.includes(` id="${id}"`))).toEqual([])
  }
})
