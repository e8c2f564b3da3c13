import type { Database } from '../db/database.ts'
import { transact } from '../db/transaction.ts'
import { compareIncidents } from './rules/incidents.ts'
import { problemsIn } from './rules/problems.ts'
import { applyChanges, hasAlerts, selectFacts, selectOpen, takeEvaluation } from './store.ts'

/** Compares what integrations do with what alerts ask for, and opens and resolves incidents. Returns whether it did. */
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
