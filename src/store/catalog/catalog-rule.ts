import { type Static, Type } from 'typebox'
import { CatalogRule } from '../../event-types/resources/catalog-rule.ts'
import { isoTime } from '../../kernel/clock.ts'
import type { Problem } from '../../kernel/errors.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { ownerId } from '../../kernel/owner.ts'
import { Time } from '../../kernel/schemas.ts'
import { integer, json, reference, references, text } from '../kit/attribute.ts'
import { canonicalTime } from '../kit/canonical.ts'
import { type AnyResource, type Draft, defineResource, type Frame } from '../kit/resource.ts'
import type { Work } from '../kit/work.ts'
import { description, words } from './product.ts'
import { selectCatalogOwner } from './store.ts'

const Schedule = Type.Object({ valid_from: Time, valid_to: Time })
type Schedule = Static<typeof Schedule>

/** Decides which shoppers of a store see a catalog of the store or its organization. */
export const catalogRules: AnyResource = defineResource({
  type: 'catalog_rule',
  singular: 'catalog rule',
  tag: 'Catalogs',
  table: 'catalog_rules',
  path: '/catalogs/rules',
  event: 'catalog-rule',
  event_schema: CatalogRule,
  frame: 'attributes',
  attributes: {
    name: text({ min: 1 }),
    description: description('Shown to sellers only.'),
    catalog_id: reference({ description: 'A catalog of the store or of its organization.' }),
    customers: references({ maxItems: 1_000 }, { initial: [] }),
    accounts: references({ maxItems: 1_000 }, { initial: [] }),
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
  show: ({ id, updated_at }) => ({
    attributes: { created_at: isoTime(timeOfId(id)), updated_at: isoTime(updated_at) },
  }),
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

async function completeRule(work: Work, { after, before }: Draft<Row>): Promise<readonly Problem[]> {
  after.schedules = after.schedules.map(canonicalSchedule)
  const problems = after.schedules.flatMap(({ valid_from, valid_to }, index) =>
    valid_from < valid_to ? [] : [problem(`schedules/${index}/valid_to`, 'must be later than valid_from')],
  )
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

function canonicalSchedule({ valid_from, valid_to }: Schedule, index: number): Schedule {
  const pointer = `/data/attributes/schedules/${index}`
  return {
    valid_from: canonicalTime(valid_from, `${pointer}/valid_from`),
    valid_to: canonicalTime(valid_to, `${pointer}/valid_to`),
  }
}

function problem(path: string, what: string): Problem {
  return { detail: `data.attributes.${path.replaceAll('/', '.')} ${what}.`, pointer: `/data/attributes/${path}` }
}
