import { type Database, query } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { AnyResource, Frame } from '../resource.ts'

/** Names of each kind in an error. */
const MAX_NAMES = 3

/** Names the rows that refer to a row, such as `prices (LAMP, RUG), carts (a)`; null if there are none. */
export async function usersOf(db: Database, { used_by }: AnyResource, row: Frame): Promise<string | null> {
  if (used_by === undefined) return null
  const { value, rows } = used_by
  const texts = Object.values(rows).map(
    ({ table, name, where }) =>
      `to_jsonb(array(select ${name}::text from ${table} where owner_id = $1 and ${where} limit ${MAX_NAMES + 1}))`,
  )
  const values: Readonly<Record<string, unknown>> = { ...row }
  const text = prepared(`select jsonb_build_array(${texts.join(', ')}) as users`)
  const [found] = await query<{ users: string[][] }>(db, text, [row.owner_id, values[value]])
  const used = Object.keys(rows).flatMap((kind, index) => {
    const names = found?.users[index] ?? []
    const more = names.length > MAX_NAMES ? ', …' : ''
    return names.length === 0 ? [] : [`${kind} (${names.slice(0, MAX_NAMES).join(', ')}${more})`]
  })
  return used.length === 0 ? null : used.join(', ')
}

/** Throws `conflict` that names the rows that refer to a row about to be deleted. */
export async function refuseUsed(db: Database, resource: AnyResource, row: Frame): Promise<void> {
  const users = await usersOf(db, resource, row)
  if (users === null) return
  const detail = `The ${resource.singular} is used by ${users}: change or delete these first, or delete it anyway with force=true.`
  throw new AppError('conflict', [{ detail, parameter: 'force' }])
}
