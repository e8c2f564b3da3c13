import { type Static, Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { Timestamps } from '../../kernel/schemas.ts'
import { type Draft, defineResource, type Frame, timestampsOf } from '../kit/resource.ts'
import { removeAll } from '../kit/rows.ts'
import { json, optional, reference, references, text } from '../kit/values/attribute.ts'
import type { Work } from '../kit/work.ts'
import { locales } from './locales.ts'
import { description } from './product.ts'
import { releases } from './releases/release.ts'
import { selectMissing } from './store.ts'

export const Book = Type.Object({
  id: Type.String({ format: 'uuid' }),
  priority: Type.Integer({
    minimum: 0,
    maximum: 2_147_483_647,
    description: 'Lower values take precedence: 1 before 2.',
  }),
})
type Book = Static<typeof Book>

/** Catalogs per store, and per organization. */
const MAX_CATALOGS = 2_000

/** Selects products and prices; shoppers see them once a release of the catalog is published. */
export const catalogs = defineResource({
  type: 'catalog',
  singular: 'catalog',
  tag: 'Catalogs',
  area: 'catalog',
  reports_unknown: true,
  table: 'catalogs',
  path: '/catalogs',
  event: null,
  level: 'any',
  limit: { max: MAX_CATALOGS },
  frame: 'attributes',
  key: ['name'],
  references: { 'hierarchy_ids.*': 'hierarchy', pricebook_id: 'pricebook', 'pricebooks.*.id': 'pricebook' },
  attributes: {
    name: text({ min: 1 }),
    description: description('Shown to sellers only.'),
    hierarchy_ids: references(
      { maxItems: 100, description: 'The catalog contains the products in the nodes of these hierarchies.' },
      { initial: [] },
    ),
    pricebook_id: optional(reference({ description: 'The price book, if there is only one.' })),
    pricebooks: json<Book[]>(
      Type.Array(Book, {
        maxItems: 20,
        description:
          'The price books, if there are several: for each currency, the first one with a price of the product applies.',
      }),
      { initial: [] },
    ),
    locale: text(
      {
        max: 35,
        description:
          'Language (BCP 47) of its untranslated names and descriptions, such as `en-GB`. Default: the setting `default_language`.',
      },
      { initial: '' },
    ),
    locales,
  },
  accepts: {
    enable_price_segmentation: Type.Boolean({
      const: false,
      description: 'Whether shoppers see the prices of their own segment only. Must be false: use a catalog for each.',
    }),
  },
  aliases: { hierarchies: 'hierarchy_ids', pricebook_ids: 'pricebooks' },
  shows: { attributes: { ...Timestamps.properties, enable_price_segmentation: Type.Literal(false) } },
  show: (row) => ({ attributes: { ...timestampsOf(row), enable_price_segmentation: false } }),
  constraints: {
    catalog_rules_catalog: {
      code: 'conflict',
      detail: 'Catalog rules refer to this catalog: delete them or change their catalog_id first.',
    },
  },
  prepare: checkReferences,
  async beforeRemove(work, { id }) {
    await removeAll(work, releases, { catalog_id: id })
  },
})

type Catalog = Frame & { hierarchy_ids: string[]; pricebook_id: string | null; pricebooks: Book[] }

/** Reports missing hierarchies and price books, unless the catalog has named them before: publishing fails without them. */
async function checkReferences(work: Work, { after, before }: Draft<Catalog>): Promise<readonly Problem[]> {
  after.pricebooks = after.pricebooks.map(({ id, priority }) => ({ id: id.toLowerCase(), priority }))
  const books = after.pricebooks.map(({ id }) => id)
  const twice = books.findIndex((id, index) => books.indexOf(id) !== index)
  const wrong: Problem[] = []
  if (twice !== -1) wrong.push(problem(`pricebooks/${twice}/id`, 'must not repeat a price book'))
  if (after.pricebook_id !== null && books.length > 0)
    wrong.push(
      problem('pricebooks', 'must be empty when pricebook_id is set: set pricebook_id to null, or leave this empty'),
    )
  if (wrong.length > 0) return wrong
  const owner_id = ownerId(work.owner)
  const hierarchies = after.hierarchy_ids.filter((id) => before?.hierarchy_ids.includes(id) !== true)
  const known = before === null ? [] : booksOf(before)
  const pricebooks = booksOf(after).filter((id) => !known.includes(id))
  const missing = await selectMissing(work.tx, owner_id, { hierarchies, pricebooks })
  return missing.map(({ kind, id }) =>
    kind === 'hierarchy'
      ? problem(`hierarchy_ids/${after.hierarchy_ids.indexOf(id)}`, 'must be the id of an existing hierarchy')
      : problem(id === after.pricebook_id ? 'pricebook_id' : `pricebooks/${books.indexOf(id)}/id`, NO_BOOK),
  )
}

function booksOf({ pricebook_id, pricebooks }: Catalog): string[] {
  return [...(pricebook_id === null ? [] : [pricebook_id]), ...pricebooks.map(({ id }) => id)]
}

const NO_BOOK = 'must be the id of an existing price book'

function problem(path: string, what: string): Problem {
  return { detail: `data.attributes.${path.replaceAll('/', '.')} ${what}.`, pointer: `/data/attributes/${path}` }
}
