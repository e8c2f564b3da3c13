import path from 'node:path'
import { relativeAddress } from './address.ts'
import { loadHighlight } from './highlight.ts'
import { html, join } from './html.ts'
import type { NavGroup, NavItem, Page } from './layout.ts'
import { type Document, INDEX, type Library, readText } from './library.ts'
import { type Rendered, renderMarkdown } from './markdown.ts'

export async function renderDocument(
  library: Library,
  { file, address }: Pick<Document, 'file' | 'address'>,
  text = readText(file),
): Promise<Rendered> {
  const link = (href: string) => linkFrom(library, { file, address }, href)
  return renderMarkdown(text, { link, highlight: await loadHighlight() })
}

export async function guidePage(library: Library, document: Document): Promise<Page> {
  const { title, body, headings } = await renderDocument(library, document)
  const at = library.documents.indexOf(document)
  return {
    address: document.address,
    title,
    area: 'guides',
    body,
    headings,
    navigation: guideNavigation(library, document),
    previous: library.documents[at - 1] ?? { title: 'Documentation', address: '' },
    next: library.documents[at + 1] ?? null,
    scripts: [],
  }
}

/** `/docs`: the introduction of the README, and every group of documents. */
export async function homePage(library: Library): Promise<Page> {
  const [intro = ''] = readText(INDEX).split(/^## /m)
  const { body } = await renderDocument(library, { file: INDEX, address: '' }, intro)
  const cards = library.groups.map(({ title, entries }) => {
    const links = entries.map(
      (entry) => html`<li><a href="${relativeAddress('', targetOf(library, entry))}">${entry.title}</a></li>`,
    )
    return html`<section class="card"><h2>${title}</h2><ul>${links}</ul></section>`
  })
  const areas = AREAS.map(
    ({ title, address, text }) =>
      html`<section class="card"><h2><a href="${relativeAddress('', address)}">${title}</a></h2><p>${text}</p></section>`,
  )
  return {
    address: '',
    title: 'Tidings',
    area: 'guides',
    body: html`<div class="intro">${body}</div><div class="cards">${areas}</div><div class="cards">${join(cards)}</div>`,
    headings: [],
    navigation: guideNavigation(library, null),
    previous: null,
    next: library.documents[0] ?? null,
    scripts: [],
  }
}

const AREAS = [
  {
    title: 'API reference',
    address: 'api',
    text: 'Every operation with its parameters, an example, and a form to try it.',
  },
  { title: 'Event catalog', address: 'events', text: 'Every event key: when it occurs, its schema and a sample.' },
]

/** The groups of the README's table. Children of a document appear on its page and on their own pages. */
function guideNavigation(library: Library, current: Document | null): NavGroup[] {
  return library.groups.map(({ title, entries }) => ({
    title,
    items: entries.map((entry) => {
      const address = targetOf(library, entry)
      const isOpen = current !== null && [current.address, current.parent].includes(address)
      return { title: entry.title, address, ...(isOpen ? { children: childrenOf(library, address) } : {}) }
    }),
  }))
}

function childrenOf({ documents }: Library, address: string): NavItem[] {
  return documents.filter(({ parent }) => parent === address)
}

function targetOf(library: Library, { file, anchor }: { file: string; anchor: string | null }): string {
  return (library.addressOf(file) ?? '') + (anchor === null ? '' : `#${anchor}`)
}

/** Turns links between documents into links between pages. Links to files that are not served become plain text. */
function linkFrom(
  library: Library,
  { file, address }: Pick<Document, 'file' | 'address'>,
  href: string,
): string | null {
  if (/^https?:/.test(href)) return href
  if (href.startsWith('#')) return href
  if (/^[a-z]+:/i.test(href)) return null
  const [pathname = '', anchor] = href.split('#', 2)
  const target = library.addressOf(path.posix.join(path.posix.dirname(file), pathname))
  return target === null ? null : relativeAddress(address, anchor === undefined ? target : `${target}#${anchor}`)
}
