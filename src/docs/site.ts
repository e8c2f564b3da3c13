import { type TagGroup, tagGroups } from '../http/document/tags.ts'
import { type Asset, readAssets } from './assets.ts'
import { catalog, eventIndexPage, eventPage } from './events.ts'
import { guidePage, homePage } from './guides.ts'
import { type Page, renderPage } from './layout.ts'
import { fileAddress, fileNames, type Library, openLibrary, readText } from './library.ts'
import { type ApiDocument, readApiDocument, readDocumentWithExamples } from './reference/document.ts'
import { partAddress, referenceIndexPage, referencePage, tagAddress, tags } from './reference/pages.ts'
import { partOf } from './reference/part.ts'
import { printYaml } from './reference/yaml.ts'
import { searchIndex } from './search.ts'

/** Content with an address, created when first requested. */
export type Resource = {
  type: string
  is_immutable: boolean
  make(): Promise<string | Buffer> | string | Buffer
}

export type Site = {
  library: Library
  /** Keyed by the part of the address after `/docs/`; '' is `/docs` itself. */
  resources: ReadonlyMap<string, Resource>
}

/** All pages by address. `address` is the base address of the API without `/v2`. */
export function openSite(address: string): Site {
  const library = openLibrary()
  const assets = readAssets()
  const assetAddress = assetFinder(assets)
  let document: ApiDocument | null = null
  const api = () => {
    document ??= readDocumentWithExamples(address)
    return document
  }
  const page = (make: () => Promise<Page> | Page): Resource => ({
    type: 'text/html; charset=utf-8',
    is_immutable: false,
    make: async () => renderPage(await make(), assetAddress),
  })
  const resources = new Map<string, Resource>([
    ['', page(() => homePage(library))],
    ...library.documents.map((one): [string, Resource] => [one.address, page(() => guidePage(library, one))]),
    ['events', page(eventIndexPage)],
    ...catalog.map((type): [string, Resource] => [`events/${type.key}`, page(() => eventPage(type))]),
    ['api', page(() => referenceIndexPage(api()))],
    ...tags.map((tag): [string, Resource] => [tagAddress(tag), page(() => referencePage(api(), tag))]),
    ['search.json', data('application/json; charset=utf-8', () => searchIndex(library, api()))],
    ['json', data('application/json; charset=utf-8', () => JSON.stringify(readApiDocument(address)))],
    ...tagGroups.map((group): [string, Resource] => [partAddress(group), documentPart(group, address)]),
    ['json-with-examples', data('application/json; charset=utf-8', () => JSON.stringify(api()))],
    ['yaml', data('application/yaml; charset=utf-8', () => printYaml(readApiDocument(address)))],
    ...assets.map((asset): [string, Resource] => [
      asset.address,
      { ...asset, is_immutable: true, make: () => asset.content },
    ]),
    ...fileNames().map((file): [string, Resource] => [fileAddress(file), fileResource(file)]),
  ])
  return { library, resources }
}

function documentPart(group: TagGroup, address: string): Resource {
  const names = group.tags.map(({ name }) => name)
  return data('application/json; charset=utf-8', () => JSON.stringify(partOf(readApiDocument(address), names)))
}

function data(type: string, make: Resource['make']): Resource {
  return { type, is_immutable: false, make }
}

function assetFinder(assets: readonly Asset[]): (name: string) => string {
  const addresses = new Map(assets.map(({ name, address }) => [name, address]))
  return (name) => {
    const address = addresses.get(name)
    if (address === undefined) throw new Error(`${name} is not in src/docs/browser/.`)
    return address
  }
}

/** A file that a document links to, such as an example or a picture. */
function fileResource(file: string): Resource {
  const type = FILE_TYPES[file.split('.').at(-1) ?? ''] ?? 'text/plain; charset=utf-8'
  return data(type, () => readText(file))
}

const FILE_TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  json: 'application/json; charset=utf-8',
}
