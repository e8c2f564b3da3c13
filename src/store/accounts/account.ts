import { Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { accountMemberships } from '../account-memberships/account-membership.ts'
import { accountAddresses } from '../addresses/address.ts'
import { optional, reference, text, texts } from '../kit/attribute.ts'
import { type AnyResource, type Draft, defineResource, type Frame } from '../kit/resource.ts'
import { removeAll, save } from '../kit/rows.ts'
import { lockOne } from '../kit/verbs.ts'
import type { Work } from '../kit/work.ts'
import { refuseOpenOrders } from '../orders/open-orders.ts'
import { lockTree, selectAncestors, selectDescendants } from './store.ts'

const identifier = Type.Object({ type: Type.Literal('account'), id: Type.String({ format: 'uuid' }) })
const identify = (id: string) => ({ type: 'account', id })

export const accounts: AnyResource = defineResource({
  type: 'account',
  one: 'account',
  tag: 'Accounts',
  table: 'accounts',
  path: '/accounts',
  event: 'account',
  attributes: {
    name: text({ min: 1, description: 'Name of the account.' }),
    legal_name: text({ description: 'Name of the company.' }, { initial: '' }),
    registration_id: text({ description: 'Number of the company in its register.' }, { initial: '' }),
    external_ref: text({ description: 'What another system calls it.' }, { initial: '' }),
    parent_id: optional(reference({ description: 'The account that it belongs to.' })),
  },
  kept: { ancestors: texts({}, { initial: [] }) },
  constraints: {
    accounts_parent: { code: 'conflict', detail: 'Other accounts belong to this one: move or delete them first.' },
  },
  shows: {
    relationships: {
      parent: Type.Optional(Type.Object({ data: identifier })),
      ancestors: Type.Object({ data: Type.Array(identifier) }, { description: 'From the parent to the root.' }),
    },
  },
  show: ({ parent_id, ancestors }) => ({
    relationships: {
      ...(parent_id !== null && { parent: { data: identify(parent_id) } }),
      ancestors: { data: ancestors.map(identify) },
    },
  }),
  async enter({ tx, owner }, { parent_id }) {
    if (parent_id !== undefined) await lockTree(tx, ownerId(owner))
  },
  prepare: placeInTree,
  async beforeRemove(work, { id }) {
    await refuseOpenOrders(work, id)
    await removeAll(work, accountMemberships, { account_id: id })
    await removeAll(work, accountAddresses, { account_id: id })
  },
})

type Placed = Frame & { parent_id: string | null; ancestors: string[] }

/** Keeps `ancestors` true to `parent_id`. Tells of a parent that is not there, or that is below the account itself. */
async function placeInTree(work: Work, { after, before }: Draft<Placed>): Promise<readonly Problem[]> {
  if (after.parent_id === (before?.parent_id ?? null)) return []
  const owner_id = ownerId(work.owner)
  if (before === null) await lockTree(work.tx, owner_id)
  const above = after.parent_id === null ? [] : await selectAncestors(work.tx, owner_id, after.parent_id)
  if (above === undefined) return [badParent('names no account of this store')]
  const ancestors = after.parent_id === null ? [] : [after.parent_id, ...above]
  if (ancestors.includes(after.id)) return [badParent('is the account itself, or one below it')]
  after.ancestors = ancestors
  if (before !== null) await takeAlong(work, after)
  return []
}

/** What is below an account that moves gets other ancestors. */
async function takeAlong(work: Work, { id, ancestors }: Placed): Promise<void> {
  for (const below of await selectDescendants(work.tx, ownerId(work.owner), id)) {
    const row = (await lockOne(work, accounts, { id: below })) as Placed
    const until = row.ancestors.indexOf(id) + 1
    await save(work, accounts, row, { ancestors: [...row.ancestors.slice(0, until), ...ancestors] })
  }
}

function badParent(what: string): Problem {
  return { detail: `data.parent_id ${what}.`, pointer: '/data/parent_id' }
}
