import type { Database } from '../db/database.ts'
import { transact } from '../db/transaction.ts'
import { compareIncidents } from './rules/incidents.ts'
import { problemsIn } from './rules/problems.ts'
import { applyChanges, hasAlerts, selectFacts, selectOpen, takeEvaluation } from './store.ts'

/**
 * Compares the integrations with the conditions of the alerts, and opens and resolves incidents. Returns true if there
 * were any.
 */
export async function evaluateAlerts({ db }: { db: Database }, now: number): Promise<boolean> {
  if (!(await hasAlerts(db))) return false
  return transact(db, async (tx) => {
    if (!(await takeEvaluation(tx))) return false
    const found = (await selectFacts(tx)).flatMap((facts) => problemsIn(facts, now))
    const changes = compareIncidents(await selectOpen(tx), found)
    await applyChanges(tx, changes, now)
    return changes.opened.length + changes.resolved.length > 0
  })
}
