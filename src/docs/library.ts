import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type OutlineGroup, readOutline } from './outline.ts'

/** The README's list of documents, from which the documentation's structure is generated. */
export const INDEX = 'docs/README.md'

const ROOT = path.join(import.meta.dirname, '../..')
/** Folders whose documents are pages. */
const FOLDERS = [
  '.',
  'docs',
  'docs/decisions',
  'docs/guides',
  'docs/guides/receive',
  'docs/operations',
  'docs/specification',
]
/** Folders with other files that documents link to. */
const FILE_FOLDERS = ['docs/pictures', 'docs/operations', 'examples']
/** Documents with addresses of their own in a running program. */
const SERVED: Readonly<Record<string, string>> = {
  'docs/README.md': '',
  'README.md': '',
  'docs/openapi.json': 'json',
  'docs/storefront.json': '../storefront/description',
  'docs/storefront.schema.json': '../storefront/storefront.schema.json',
}

export type Document = {
  /** The file, relative to the program's folder. */
  file: string
  /** The part of the address after `/docs/`. */
  address: string
  /** The title in lists of pages. */
  title: string
  /** The row of the document or its parent in the README's table. */
  group: string
  /** The index document of its folder, such as the list of decisions. */
  parent: string | null
}

export type Library = {
  groups: readonly OutlineGroup[]
  documents: readonly Document[]
  /** The address of a file below `/docs/`; null if it is not served. */
  addressOf(file: string): string | null
}

/** The documents of this program, in the order of the README's table. The documents of a folder follow its index. */
export function openLibrary(): Library {
  const groups = readOutline(readText(INDEX))
  const names = documentNames()
  const listed = groups.flatMap(({ title: group, entries }) =>
    entries.flatMap(({ title, file, anchor }) =>
      anchor === null ? [{ file, address: documentAddress(file), title, group, parent: null }] : [],
    ),
  )
  const documents = listed.flatMap((document) => [document, ...childrenOf(document, names, listed)])
  const addresses = new Map(documents.map(({ file, address }) => [file, address]))
  const files = new Set(fileNames())
  const addressOf = (file: string) =>
    addresses.get(file) ?? SERVED[file] ?? (files.has(file) ? fileAddress(file) : null)
  return { groups, documents, addressOf }
}

/** Every document of the folders, whether or not it is listed. */
export function documentNames(): string[] {
  const names = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder)).map((name) => path.posix.join(folder, name)),
  )
  return names.filter((name) => name.endsWith('.md') && name !== 'README.md' && name !== INDEX).sort()
}

export function readText(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8')
}

export function fileNames(): string[] {
  const names = FILE_FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder)).map((name) => `${folder}/${name}`),
  )
  return names.filter((name) => /\.(svg|ts|json|yml)$/.test(name))
}

export function fileAddress(file: string): string {
  return `files/${file.replace(/^docs\//, '')}`
}

function documentAddress(file: string): string {
  if (!file.startsWith('docs/')) return file.replace('.md', '').toLowerCase()
  return file.slice('docs/'.length).replace(/(\/README)?\.md$/, '')
}

function childrenOf(parent: Document, names: readonly string[], listed: readonly Document[]): Document[] {
  const { file, address, group } = parent
  if (!file.endsWith('/README.md')) return []
  const folder = path.posix.dirname(file)
  const children = names.filter(
    (name) => path.posix.dirname(name) === folder && !listed.some((one) => one.file === name),
  )
  return children.map((name) => ({
    file: name,
    address: documentAddress(name),
    title: headingOf(name),
    group,
    parent: address,
  }))
}

function headingOf(file: string): string {
  return /^# (.+)$/m.exec(readText(file))?.[1]?.replaceAll('`', '') ?? file
}
