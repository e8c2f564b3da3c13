import { type Executor, query } from '../../db/database.ts'

/** Whether this session is now the only one that writes to the archive, until it ends. */
export async function tryLock(session: Executor): Promise<boolean> {
  const text = `select pg_try_advisory_lock(hashtext('tidings.archive')) as locked`
  return (await query<{ locked: boolean }>(session, text, []))[0]?.locked === true
}
