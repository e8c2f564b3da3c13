import MiniSearch from 'minisearch'
import { catalog } from './events.ts'
import { renderDocument } from './guides.ts'
import type { Library } from './library.ts'
import { type ApiDocument, operationsOf } from './reference/document.ts'
import { operationAnchor } from './reference/operation.ts'
import { tagAddress, tags } from './reference/pages.ts'
import { SEARCH_OPTIONS } from './search-options.ts'

/** A search result: a section of a page, an event key or an operation. */
type Entry = { id: number; address: string; title: string; page: string; text: string; excerpt: string }

const EXCERPT_LENGTH = 140

/** The index of all pages as JSON. Yields between small steps, so that requests are served meanwhile. */
export async function searchIndex(library: Library, document: ApiDocument): Promise<string> {
  const index = new MiniSearch<Entry>(SEARCH_OPTIONS)
  let id = 0
  const add = (entry: Omit<Entry, 'id' | 'excerpt'>) => {
    index.add({ ...entry, id, excerpt: excerptOf(entry.text) })
    id += 1
  }
  for (const page of library.documents) {
    const { title, sections } = await renderDocument(library, page)
    for (const [at, section] of sections.entries()) {
      const address = at === 0 ? page.address : `${page.address}#${section.id}`
      add({ address, title: section.heading, page: at === 0 ? page.group : title, text: section.text })
    }
    await untilOthersRan()
  }
  for (const { key, description } of catalog)
    add({ address: `events/${key}`, title: key, page: 'Event catalog', text: description })
  for (const tag of tags) {
    for (const operation of operationsOf(document, tag.name)) {
      const { method, path, summary, description = '', operationId } = operation
      const address = `${tagAddress(tag)}#${operationAnchor(operation)}`
      add({
        address,
        title: summary,
        page: `API: ${tag.name}`,
        text: `${method} ${path} ${operationId} ${description}`,
      })
    }
    await untilOthersRan()
  }
  return JSON.stringify(index)
}

function excerptOf(text: string): string {
  return text.length <= EXCERPT_LENGTH ? text : `${text.slice(0, text.lastIndexOf(' ', EXCERPT_LENGTH))} …`
}

function untilOthersRan(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
