import { type Executor, query } from '../../db/database.ts'

/** Takes the lock on writing to the archive until the session ends; returns false if another session has it. */
export async function tryLock(session: Executor): Promise<boolean> {
  const text = `select pg_try_advisory_lock(hashtext('tidings.archive')) as locked`
  return (await query<{ locked: boolean }>(session, text, []))[0]?.locked === true
}
