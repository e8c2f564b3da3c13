import { type Tag, type TagGroup, tagGroups } from '../../http/document/tags.ts'
import { relativeAddress, slug } from '../address.ts'
import { loadHighlight } from '../highlight.ts'
import { type Html, html, join, NOTHING } from '../html.ts'
import type { NavGroup, NavItem, Page } from '../layout.ts'
import { inlineMarkdown } from '../markdown.ts'
import { renderSchema, type SchemaNames } from '../schema.ts'
import { type ApiDocument, type NamedOperation, operationsOf } from './document.ts'
import { operationAnchor, renderOperation } from './operation.ts'

export const tags: readonly Tag[] = tagGroups.flatMap((group) => group.tags)

export function tagAddress({ name }: Pick<Tag, 'name'>): string {
  return `api/${slug(name)}`
}

/** The address of the OpenAPI document with only a group's operations. */
export function partAddress({ name }: Pick<TagGroup, 'name'>): string {
  return `json/${slug(name)}`
}

/** `/docs/api`: every heading with its operations, and how to log in. */
export function referenceIndexPage(document: ApiDocument): Page {
  const to = (address: string) => relativeAddress('api', address)
  const groups = tagGroups.map(
    (group) => html`<h2 id="${slug(group.name)}">${group.name}</h2>
<p><a href="${to(partAddress(group))}">OpenAPI document of ${group.name} alone</a></p>
<div class="cards">${group.tags.map((tag) => tagCard(tag, operationsOf(document, tag.name), to))}</div>`,
  )
  const base = document.servers[0]?.url ?? ''
  return {
    address: 'api',
    title: 'API reference',
    area: 'api',
    body: html`<h1>API reference</h1>
<p>${inlineMarkdown(document.info.description)}</p>
<p>Addresses start at <code>${base}</code>. The OpenAPI 3.1 document is served as <a href="${to('json')}">JSON</a> and <a href="${to('yaml')}">YAML</a>, and as <a href="${to('json-with-examples')}">JSON with examples</a>; shoppers can also use <a href="${to('guides/storefront')}">the hypermedia API</a>, which has <a href="${to('storefront-resources')}">its own reference</a>.</p>
${logIn()}
${groups}`,
    headings: tagGroups.map(({ name }) => ({ level: 2, id: slug(name), text: name })),
    navigation: navigation(),
    previous: null,
    next: itemAt(0),
    scripts: ['try.js'],
  }
}

/** The operations below one heading, and the schemas that they refer to. */
export async function referencePage(document: ApiDocument, tag: Tag): Promise<Page> {
  const highlight = await loadHighlight()
  const address = tagAddress(tag)
  const operations = operationsOf(document, tag.name)
  const names = pageNames(document)
  const sections = operations.map((operation) => renderOperation(operation, document, names, highlight))
  const schemas = renderNamed(names)
  const at = tags.indexOf(tag)
  const guide =
    tag.guide === undefined
      ? NOTHING
      : html` More in <a href="${relativeAddress(address, `guides/${tag.guide}`)}">the guide</a>.`
  return {
    address,
    title: tag.name,
    area: 'api',
    body: html`<h1>${tag.name}</h1>
<p class="lead">${tag.about}${guide}</p>
${logIn()}
${join(sections)}
${schemas}`,
    headings: [
      ...operations.map((operation) => ({ level: 2, id: operationAnchor(operation), text: operation.summary })),
      ...(names.linked.size === 0 ? [] : [{ level: 2, id: 'schemas', text: 'Schemas' }]),
    ],
    navigation: navigation(),
    previous: itemAt(at - 1) ?? { title: 'API reference', address: 'api' },
    next: itemAt(at + 1),
    scripts: ['try.js'],
  }
}

type PageNames = SchemaNames & { linked: Set<string> }

/** Bodies are described in place. Nested schemas are described once, below all operations. */
function pageNames({ components }: ApiDocument): PageNames {
  const linked = new Set<string>()
  const nameOf = (reference: string) => reference.split('/').at(-1) ?? ''
  return {
    linked,
    resolve: (reference) => components.schemas[nameOf(reference)] ?? {},
    link(reference) {
      const name = nameOf(reference)
      if (/Request$/.test(name)) return null
      linked.add(name)
      return `#${schemaAnchor(name)}`
    },
  }
}

function schemaAnchor(name: string): string {
  return `schema-${name}`
}

/** Loops, because a description may refer to further schemas. */
function renderNamed(names: PageNames): Html {
  if (names.linked.size === 0) return NOTHING
  const parts: Html[] = []
  for (const name of names.linked) {
    const schema = renderSchema(names.resolve(name), names)
    parts.push(html`<section><h3 id="${schemaAnchor(name)}"><code>${name}</code></h3>${schema}</section>`)
  }
  return html`<h2 id="schemas">Schemas</h2>${join(parts)}`
}

function tagCard(tag: Tag, operations: readonly NamedOperation[], to: (address: string) => string): Html {
  const address = tagAddress(tag)
  const links = operations.map(
    (one) => html`<li><a href="${to(`${address}#${operationAnchor(one)}`)}">${one.summary}</a></li>`,
  )
  return html`<section class="card"><h3><a href="${to(address)}">${tag.name}</a></h3><p>${tag.about}</p><details><summary>${operations.length === 1 ? '1 operation' : `${operations.length} operations`}</summary><ul>${links}</ul></details></section>`
}

/** Hidden until the script that requests the token has loaded. */
function logIn(): Html {
  return html`<details class="log-in" id="log-in" hidden><summary>Log in to try operations <span role="status"></span></summary>
<form>
<label for="client-id">Client id</label><input id="client-id" name="client_id" autocomplete="off" spellcheck="false">
<label for="client-secret">Client secret</label><input id="client-secret" name="client_secret" type="password" autocomplete="off">
<label for="token">Or an access token</label><input id="token" name="token" type="password" autocomplete="off">
<label for="store-id">Store id <small>X-Store-Id, for a key of an organization</small></label><input id="store-id" name="store_id" autocomplete="off" spellcheck="false">
<p><button type="submit">Log in</button> <button type="button" id="log-out">Log out</button></p>
<p class="limits">The page requests a token with <code>grant_type=client_credentials</code> and keeps it until the tab is closed; the secret is not kept.</p>
</form></details>`
}

function itemAt(at: number): NavItem | null {
  const tag = tags[at]
  return tag === undefined ? null : { title: tag.name, address: tagAddress(tag) }
}

function navigation(): NavGroup[] {
  const overview: NavGroup = { title: 'API reference', items: [{ title: 'Overview', address: 'api' }] }
  const groups = tagGroups.map(({ name, tags: all }) => ({
    title: name,
    items: all.map((tag) => ({ title: tag.name, address: tagAddress(tag) })),
  }))
  return [overview, ...groups]
}
