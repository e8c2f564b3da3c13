import { Account } from '../../event-types/resources/account.ts'
import type { Problem } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { accountMemberships } from '../account-memberships/account-membership.ts'
import { accountAddresses } from '../addresses/address.ts'
import { releaseCarts } from '../carts/relationships.ts'
import { lockOne } from '../kit/operations.ts'
import { type AnyResource, type Draft, defineResource, type Frame } from '../kit/resource.ts'
import { removeAll, save } from '../kit/rows.ts'
import { optional, reference, references, text, texts } from '../kit/values/attribute.ts'
import type { Work } from '../kit/work.ts'
import { refuseOpenOrders } from '../orders/open-orders.ts'
import { lockTree, selectAncestors, selectDescendants } from './store.ts'

const identify = (id: string) => ({ type: 'account' as const, id })

export const accounts: AnyResource = defineResource({
  type: 'account',
  singular: 'account',
  tag: 'Accounts',
  area: 'customers',
  table: 'accounts',
  path: '/accounts',
  // Members may change its names if the store's settings allow it.
  access: { read: 'account', write: 'seller', update: 'account' },
  members_see: 'account_id',
  custom_operations: ['update'],
  hidden: 'personal',
  event: 'account',
  event_schema: Account,
  api_only: { parent_id: 'Events contain the parent as a relationship.' },
  key: ['name'],
  references: { parent_id: 'account' },
  undeclared: 'people',
  attributes: {
    name: text({ min: 1, description: 'Name of the account.' }),
    legal_name: text({ description: 'Name of the company.' }, { initial: '' }),
    registration_id: text({}, { initial: '' }),
    external_ref: text({}, { initial: '' }),
    parent_id: optional(reference({ description: 'Id of the parent account.' })),
    account_tag_ids: references(
      { maxItems: 100, description: 'Tags that catalog rules refer to.' },
      { initial: [], sellers_only: true },
    ),
  },
  related: { parent: { attribute: 'parent_id', type: 'account' } },
  internal: { ancestors: texts({}, { initial: [] }) },
  constraints: {
    accounts_parent: { code: 'conflict', detail: 'The account has child accounts: move or delete them first.' },
  },
  show: ({ parent_id, ancestors }) => ({
    relationships: {
      ...(parent_id !== null && { parent: { data: identify(parent_id) } }),
      // Stored from the parent up, shown from the root down.
      ancestors: ancestors.toReversed().map(identify),
    },
  }),
  async beforeLock({ tx, owner }, { parent_id, relationships }) {
    if (parent_id !== undefined || relationships !== undefined) await lockTree(tx, ownerId(owner))
  },
  prepare: updateAncestors,
  async beforeRemove(work, { id }) {
    await refuseOpenOrders(work, id)
    await removeAll(work, accountMemberships, { account_id: id })
    await removeAll(work, accountAddresses, { account_id: id })
    await releaseCarts(work, { column: 'account_ids', id })
  },
})

type AccountRow = Frame & { parent_id: string | null; ancestors: string[] }

/** Keeps `ancestors` consistent with `parent_id`. Reports a parent that does not exist or is a descendant. */
async function updateAncestors(work: Work, { after, before }: Draft<AccountRow>): Promise<readonly Problem[]> {
  if (after.parent_id === (before?.parent_id ?? null)) return []
  const owner_id = ownerId(work.owner)
  if (before === null) await lockTree(work.tx, owner_id)
  const above = after.parent_id === null ? [] : await selectAncestors(work.tx, owner_id, after.parent_id)
  if (above === undefined) return [badParent('must be the id of an account of this store')]
  const ancestors = after.parent_id === null ? [] : [after.parent_id, ...above]
  if (ancestors.includes(after.id)) return [badParent('must not be the account itself or one of its descendants')]
  after.ancestors = ancestors
  if (before !== null) await updateDescendants(work, after)
  return []
}

async function updateDescendants(work: Work, { id, ancestors }: AccountRow): Promise<void> {
  for (const descendant_id of await selectDescendants(work.tx, ownerId(work.owner), id)) {
    const row = (await lockOne(work, accounts, { id: descendant_id })) as AccountRow
    const until = row.ancestors.indexOf(id) + 1
    await save(work, accounts, row, { ancestors: [...row.ancestors.slice(0, until), ...ancestors] })
  }
}

function badParent(what: string): Problem {
  return { detail: `data.parent_id ${what}.`, pointer: '/data/parent_id' }
}
