import { type Static, Type } from 'typebox'
import { CatalogRule } from '../../event-types/resources/catalog-rule.ts'
import type { Problem } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { canonicalTime } from '../kit/canonical.ts'
import { type AnyResource, type Draft, defineResource, type Frame, timestampsOf } from '../kit/resource.ts'
import { integer, json, reference, references, text } from '../kit/values/attribute.ts'
import type { Work } from '../kit/work.ts'
import { Book } from './catalog.ts'
import { description, words } from './product.ts'
import { selectCatalogOwner } from './store.ts'

const Time = Type.String({ format: 'date-time', description: 'UTC if it has no zone; shown in UTC.' })
const Schedule = Type.Object({ valid_from: Time, valid_to: Time })
type Schedule = Static<typeof Schedule>

const OwnPricebooks = Type.Array(Book, {
  maxItems: 20,
  description: 'Must be empty: prices come from the catalog. For other prices, use another catalog.',
})

/** Catalog rules per store, all evaluated for each new shopper. */
const MAX_CATALOG_RULES = 5_000

export const catalogRules: AnyResource = defineResource({
  type: 'catalog_rule',
  singular: 'catalog rule',
  tag: 'Catalogs',
  area: 'catalog',
  table: 'catalog_rules',
  path: '/catalogs/rules',
  event: 'catalog-rule',
  limit: { max: MAX_CATALOG_RULES },
  event_schema: CatalogRule,
  frame: 'attributes',
  key: ['name'],
  references: { catalog_id: 'catalog', 'customers.*': 'customer', 'accounts.*': 'account' },
  attributes: {
    name: text({ min: 1 }),
    description: description('Shown to sellers only.'),
    catalog_id: reference({ description: 'A catalog of the store or of its organization.' }),
    customers: references({ maxItems: 1_000 }, { initial: [] }),
    accounts: references({ maxItems: 1_000 }, { initial: [] }),
    account_tag_ids: references(
      { maxItems: 1_000, description: 'Applies to shoppers whose account has one of these `account_tag_ids`.' },
      { initial: [] },
    ),
    channels: words('Sales channels, such as `web` or `app`.'),
    tags: words('Tags that the client sends for the shopper.'),
    schedules: json<Schedule[]>(Type.Array(Schedule, { maxItems: 100 }), { initial: [] }),
    priority: integer(
      {
        minimum: -2_147_483_648,
        maximum: 2_147_483_647,
        description:
          'If several rules match, the lowest priority wins, then the rule with the most conditions, then the newest.',
      },
      { initial: 0 },
    ),
  },
  internal: { catalog_owner_id: reference() },
  aliases: { customer_ids: 'customers', account_ids: 'accounts' },
  accepts: { pricebook_ids: OwnPricebooks },
  shows: { attributes: { pricebook_ids: OwnPricebooks } },
  show: (row) => ({ attributes: { ...timestampsOf(row), pricebook_ids: [] } }),
  constraints: {
    catalog_rules_catalog: {
      code: 'conflict',
      detail: 'The catalog was deleted in the meantime.',
      pointer: '/data/attributes/catalog_id',
    },
  },
  prepare: completeRule,
})

type Row = Frame & { catalog_id: string; catalog_owner_id: string; schedules: Schedule[] }

async function completeRule(work: Work, { after, before, sent }: Draft<Row>): Promise<readonly Problem[]> {
  after.schedules = after.schedules.map(canonicalSchedule)
  const problems = after.schedules.flatMap(({ valid_from, valid_to }, index) =>
    valid_from < valid_to ? [] : [problem(`schedules/${index}/valid_to`, 'must be later than valid_from')],
  )
  if (((sent.pricebook_ids ?? []) as unknown[]).length > 0) problems.push(problem('pricebook_ids', NO_OWN_PRICES))
  if (after.catalog_id === before?.catalog_id) return problems
  const owner_id = await selectCatalogOwner(work.tx, after.catalog_id, [
    ownerId(work.owner),
    work.owner.organization_id,
  ])
  if (owner_id === undefined)
    return [...problems, problem('catalog_id', 'must be the id of a catalog of this store or its organization')]
  after.catalog_owner_id = owner_id
  return problems
}

const NO_OWN_PRICES =
  'must be empty, because prices are copied when a catalog is published: create a catalog with these price books, publish it, and name it in catalog_id'

function canonicalSchedule({ valid_from, valid_to }: Schedule, index: number): Schedule {
  const pointer = `/data/attributes/schedules/${index}`
  return {
    valid_from: canonicalTime(withZone(valid_from), `${pointer}/valid_from`),
    valid_to: canonicalTime(withZone(valid_to), `${pointer}/valid_to`),
  }
}

function withZone(time: string): string {
  return /(?:[zZ]|[+-]\d\d(?::?\d\d)?)$/.test(time.slice(10)) ? time : `${time}Z`
}

function problem(path: string, what: string): Problem {
  return { detail: `data.attributes.${path.replaceAll('/', '.')} ${what}.`, pointer: `/data/attributes/${path}` }
}
