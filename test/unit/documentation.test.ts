import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { escapeHtml, markup } from '../../src/docs/html.ts'
import { documentNames } from '../../src/docs/library.ts'
import { renderMarkdown } from '../../src/docs/markdown.ts'
import { readApiDocument } from '../../src/docs/reference/document.ts'
import { samplesOf } from '../../src/docs/reference/samples.ts'
import { printYaml } from '../../src/docs/reference/yaml.ts'
import { noNames, renderSchema } from '../../src/docs/schema.ts'
import { openSite, type Site } from '../../src/docs/site.ts'
import { eventTypes } from '../../src/event-types/catalog.ts'
import { operationsOf } from '../../src/http/document/operations.ts'

const ADDRESS = 'https://shop.example.com/tidings'

let site: Site
const pages = new Map<string, string>()
beforeAll(async () => {
  site = openSite(ADDRESS)
  for (const [address, { type, make }] of site.resources)
    if (type.startsWith('text/html')) pages.set(address, String(await make()))
})

const valuesOf = (page: string, attribute: string) =>
  [...page.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => value)

describe('the documentation', () => {
  test("has a page for each document, in the order of the README's table", () => {
    const files = site.library.documents.map(({ file }) => file)
    expect(files.toSorted()).toEqual(documentNames())
    expect(site.library.groups.map(({ title }) => title)).toEqual([
      'Evaluate',
      'Integrate',
      'Sell',
      'Operate',
      'Contribute',
    ])
    const order = site.library.documents.map(({ group }) => group)
    expect([...new Set(order)]).toEqual(site.library.groups.map(({ title }) => title))
    for (const { address, title } of site.library.documents) expect(pages.get(address), title).toContain('<h1')
  })

  test('has a page for each event key and a section for each operation', () => {
    expect(eventTypes.filter(({ key }) => !pages.get(`events/${key}`)?.includes(`<code>${key}</code>`))).toEqual([])
    const operations = operationsOf<{ summary: string }>(readApiDocument(ADDRESS)).map(({ operation }) => operation)
    const reference = [...pages].filter(([address]) => address.startsWith('api/')).map(([, page]) => page)
    const summaries = new Set(
      reference.flatMap((page) => [...page.matchAll(/<h2 id="[^"]+">([^<]+)<\/h2>/g)].map(([, text]) => text)),
    )
    expect(operations.map(({ summary }) => escapeHtml(summary)).filter((one) => !summaries.has(one))).toEqual([])
  })

  test('a list shows its fields, operators, sort fields and an example', () => {
    const [, section = ''] =
      /<section[^>]*aria-labelledby="list-orders">(.*?)<\/section>/s.exec(pages.get('api/orders') ?? '') ?? []
    expect(section).toContain('<td><code>status</code></td><td>eq, in</td>')
    expect(section).toMatch(/Fields: <code>.*Default: <code>-created_at<\/code>\./)
    expect(section).toContain('Response 200')
  })

  test('an operation shows its request body and links to the schemas inside', () => {
    const [, section = ''] =
      /<section[^>]*aria-labelledby="update-cart">(.*?)<\/section>/s.exec(pages.get('api/carts') ?? '') ?? []
    expect(section).toContain('<code class="member">description</code>')
    expect(section).toContain('href="#schema-CartResponse"')
  })

  test('has no dead link or anchor, under any prefix', () => {
    const anchors = new Map([...pages].map(([address, page]) => [address, new Set(valuesOf(page, 'id'))]))
    const dead = [...pages].flatMap(([from, page]) => {
      const here = new URL(from === '' ? '/a/b/docs' : `/a/b/docs/${from}`, ADDRESS)
      const links = [...valuesOf(page, 'href'), ...valuesOf(page, 'src'), ...valuesOf(page, 'data-\\w+')]
      return links.filter((link) => !leads(link, here, anchors)).map((link) => `${from}: ${link}`)
    })
    expect(dead).toEqual([])
    expect(pages.size).toBeGreaterThan(200)
  })

  test('has no inline script, style or event handler', () => {
    const inline = / style="| on\w+="|<style|<script(?![^>]* src="[^"]+"><\/script>)|javascript:/
    expect(
      [...pages].filter(([, page]) => inline.test(page.replaceAll(/<code>.*?<\/code>/gs, ''))).map(([at]) => at),
    ).toEqual([])
  })

  test('ids are unique within a page', () => {
    const repeated = [...pages].flatMap(([address, page]) => {
      const ids = valuesOf(page, 'id')
      return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${address}#${id}`)
    })
    expect(repeated).toEqual([])
  })
})

/** Only relative URLs lead to pages; other values are external URLs, methods or file names. */
function leads(link: string, here: URL, anchors: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  if (/^(https?:|data:)/.test(link)) return true
  if (!/^(#|\.\.\/|docs)/.test(link)) return !link.includes('.md')
  const target = new URL(link, here)
  if (/^\/a\/b\/storefront\/(description|storefront\.schema\.json)$/.test(target.pathname)) return true
  const address = /^\/a\/b\/docs(?:\/(.*))?$/.exec(target.pathname)
  if (address === null || !site.resources.has(address[1] ?? '')) return false
  const ids = anchors.get(address[1] ?? '')
  return target.hash === '' || ids === undefined || ids.has(decodeURIComponent(target.hash.slice(1)))
}

const plain = { link: (href: string) => href, highlight: (code: string) => markup(escapeHtml(code)) }

test('markup in a document is escaped, and a script URL is not a link', () => {
  const { body } = renderMarkdown('# T\n\n<img src=x onerror=a()> [x](javascript:a())\n\n```text\n<b>\n```', plain)
  expect(body.html).not.toMatch(/<img|<b>|href=/)
})

test("headings with the same text have different anchors, equal to the repository's", () => {
  const { headings } = renderMarkdown('# `serve --work`\n\n## Ünder & over\n\n## Ünder & over', plain)
  expect(headings.map(({ id }) => id)).toEqual(['serve---work', 'ünder--over', 'ünder--over-1'])
})

test('a schema is rendered with its members, limits and alternatives', () => {
  const { html } = renderSchema(
    {
      type: 'object',
      required: ['a'],
      properties: {
        a: { type: ['string', 'null'], format: 'date-time', description: 'See `b` & <c>.' },
        list: { type: 'array', items: { type: 'object', properties: { inner: { const: 'x' } } }, maxItems: 3 },
        either: { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }] },
      },
    },
    noNames,
  )
  const text = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  for (const part of [
    'a string (date-time) or null required See b &#38; &#60;c&#62;.',
    'list array of object at most 3 items inner &#34;x&#34;',
    'either integer or null at least 0',
  ])
    expect(text).toContain(part)
})

test('YAML has the same values as JSON', () => {
  const value = {
    a: ['x', 1, null, true, [], {}],
    'b c': { '4XX': 'yes', n: 'null', t: 'a: b # c', '-': '- x' },
    d: [{ e: [['\n"']] }],
  }
  expect(parse(printYaml(value))).toEqual(value)
  expect(printYaml({ operationId: 'GetCart' })).toBe('operationId: GetCart\n')
})

test('request samples have the token, the body and a path without braces', () => {
  const operation = {
    method: 'PUT',
    path: '/v2/carts/{cart_id}',
    operationId: 'UpdateCart',
    summary: 'Update a cart',
    tags: [],
    parameters: [],
    responses: {},
    requestBody: { content: { 'application/json': { example: { data: { name: "Ada's" } } } } },
  }
  const [curl, typescript] = samplesOf(operation, ADDRESS)
  expect(curl?.code).toBe(
    `curl -X PUT '${ADDRESS}/v2/carts/CART_ID' \\\n  -H 'Authorization: Bearer TOKEN' \\\n  -H 'Content-Type: application/json' \\\n  -d '{\n  "data": {\n    "name": "Ada'\\''s"\n  }\n}'`,
  )
  expect(typescript?.code).toContain(`fetch('${ADDRESS}/v2/carts/CART_ID', {\n  method: 'PUT',`)
  expect(typescript?.code).toContain('body: JSON.stringify({\n    data: {\n      name: "Ada\'s"')
})

test("the API document has the server's URL everywhere", () => {
  const { servers, components } = readApiDocument(ADDRESS)
  expect(servers).toEqual([{ url: ADDRESS }])
  const { tokenUrl } = components.securitySchemes.client_credentials.flows.clientCredentials
  expect(tokenUrl).toBe(`${ADDRESS}/oauth/access_token`)
})
