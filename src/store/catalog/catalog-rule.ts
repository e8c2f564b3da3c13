import { type Static, Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import type { Problem } from '../../kernel/errors.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { ownerId } from '../../kernel/owner.ts'
import { integer, json, reference, references, text } from '../kit/attribute.ts'
import { canonicalTime } from '../kit/canonical.ts'
import { type AnyResource, type Draft, defineResource, type Frame } from '../kit/resource.ts'
import type { Work } from '../kit/work.ts'
import { description, words } from './product.ts'
import { selectCatalogOwner } from './store.ts'

const Moment = Type.String({ format: 'date-time' })
const Schedule = Type.Object({ valid_from: Moment, valid_to: Moment })
type Schedule = Static<typeof Schedule>

/** Which shoppers of a store see a catalog, its own or its organization's. */
export const catalogRules: AnyResource = defineResource({
  type: 'catalog_rule',
  one: 'catalog rule',
  tag: 'Catalogs',
  table: 'catalog_rules',
  path: '/catalogs/rules',
  event: 'catalog-rule',
  frame: 'attributes',
  attributes: {
    name: text({ min: 1 }),
    description: description('For sellers.'),
    catalog_id: reference({ description: 'A catalog of the store or of its organization.' }),
    customers: references(
      { maxItems: 1_000, description: 'Whom it is for; empty is everybody, here and in the next three.' },
      { initial: [] },
    ),
    accounts: references({ maxItems: 1_000 }, { initial: [] }),
    channels: words('Where the shopper is, such as `web` or `app`.'),
    tags: words('What else the shop says of the shopper.'),
    schedules: json<Schedule[]>(
      Type.Array(Schedule, {
        maxItems: 100,
        description: 'When it holds: from the first time until before the second; empty is always.',
      }),
      { initial: [] },
    ),
    priority: integer(
      {
        minimum: -2_147_483_648,
        maximum: 2_147_483_647,
        description:
          'Of several rules that fit, the lowest counts; of equal ones the one with more conditions, then the newest.',
      },
      { initial: 0 },
    ),
  },
  kept: { catalog_owner_id: reference() },
  shows: { attributes: { created_at: Moment, updated_at: Moment } },
  show: ({ id, updated_at }) => ({
    attributes: { created_at: isoTime(timeOfId(id)), updated_at: isoTime(updated_at) },
  }),
  constraints: {
    catalog_rules_catalog: {
      code: 'conflict',
      detail: 'The catalog was deleted meanwhile.',
      pointer: '/data/attributes/catalog_id',
    },
  },
  prepare: completeRule,
})

type CatalogRule = Frame & { catalog_id: string; catalog_owner_id: string; schedules: Schedule[] }

async function completeRule(work: Work, { after, before }: Draft<CatalogRule>): Promise<readonly Problem[]> {
  after.schedules = after.schedules.map(canonicalSchedule)
  const backwards = after.schedules.flatMap(({ valid_from, valid_to }, index) =>
    valid_from < valid_to ? [] : [problem(`schedules/${index}/valid_to`, 'must be later than valid_from')],
  )
  if (after.catalog_id === before?.catalog_id) return backwards
  const owner_id = await selectCatalogOwner(work.tx, after.catalog_id, [
    ownerId(work.owner),
    work.owner.organization_id,
  ])
  if (owner_id === undefined)
    return [...backwards, problem('catalog_id', 'names no catalog of this store or of its organization')]
  after.catalog_owner_id = owner_id
  return backwards
}

function canonicalSchedule({ valid_from, valid_to }: Schedule, index: number): Schedule {
  const place = `/data/attributes/schedules/${index}`
  return {
    valid_from: canonicalTime(valid_from, `${place}/valid_from`),
    valid_to: canonicalTime(valid_to, `${place}/valid_to`),
  }
}

function problem(place: string, what: string): Problem {
  return { detail: `data.attributes.${place.replaceAll('/', '.')} ${what}.`, pointer: `/data/attributes/${place}` }
}
