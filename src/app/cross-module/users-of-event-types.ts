import type { Transaction } from '../../db/database.ts'
import { selectRunning } from '../../deliveries/replays/store.ts'
import { selectObserving } from '../../integrations/sql/for-deliveries.ts'
import type { Owner } from '../../kernel/owner.ts'
import type { User } from '../../own-types/remove.ts'

/** Returns the integrations and running replays of an owner that use any of these keys and patterns. */
export async function usersOf(tx: Transaction, owner: Owner, texts: readonly string[]): Promise<User[]> {
  const integrations = await selectObserving(tx, owner, texts)
  const replays = await selectRunning(tx, owner, texts)
  return [
    ...integrations.map(({ id, name, observes }) => ({ title: `The integration "${name}" (${id})`, texts: observes })),
    ...replays.map(({ id, keys }) => ({ title: `The running replay ${id}`, texts: keys })),
  ]
}
