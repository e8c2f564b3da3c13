import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { timeOfId } from '../../../src/kernel/ids.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { type Command, commands } from '../../support/engine/commands.ts'
import { brokenLaws, type LogOf, regressions } from '../../support/engine/laws.ts'
import { type Deployment, World } from '../../support/engine/model.ts'
import { isOver, type JobOf } from '../../support/engine/process.ts'
import { lawRuns } from '../../support/measures/law-runs.ts'
import { TIMEOUT_MS } from '../../support/timeout.ts'

// Longer run: LAW_RUNS=100 npx vitest run --project database test/database/engine/model.test.ts
// A failure prints its seed and path: TIDINGS_MODEL_SEED=… TIDINGS_MODEL_PATH=… and -t together (or apart) replay it
// and continue shrinking. The seed does not cover timing, so a rare failure may need several runs.
const { TIDINGS_MODEL_SEED, TIDINGS_MODEL_PATH } = process.env
const RUNS = lawRuns(2)
/** Several runs at once, because most of the time is spent waiting. */
const AT_ONCE = ['a', 'b'] as const
/** Violations that a failure lists, because one fault causes many. */
const MAX_REPORTED = 10
const POLL_INTERVAL_MS = 100
/** Time limit for shrinking a failure; the run in progress then finishes, too. */
const SHRINKS_FOR_MS = 240_000
const RUN_MS = 2 * TIMEOUT_MS
const GRACE_MS = TIMEOUT_MS

const replayed = {
  ...(TIDINGS_MODEL_SEED !== undefined && { seed: Number(TIDINGS_MODEL_SEED) }),
  ...(TIDINGS_MODEL_PATH !== undefined && { path: TIDINGS_MODEL_PATH }),
}

describe.concurrent.each(['together', 'apart'] as const)('API and deliveries %s', (deployment) => {
  test.each(AT_ONCE)(
    'no job is lost, stuck, overwritten or attempted when forbidden, in any history (%s)',
    { timeout: RUNS * RUN_MS + SHRINKS_FOR_MS + GRACE_MS },
    async () => {
      const holds = fc.asyncProperty(commands, async (list) => {
        expect(await play(deployment, list)).toEqual([])
      })
      await fc.assert(holds, {
        numRuns: RUNS,
        interruptAfterTimeLimit: RUNS * RUN_MS + SHRINKS_FOR_MS,
        markInterruptAsFailure: true,
        ...replayed,
      })
    },
  )
})

/** Returns the violated laws. */
async function play(deployment: Deployment, list: readonly Command[]): Promise<string[]> {
  const database = await testDatabase()
  const world = await World.open(database, deployment)
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  try {
    const broken: string[] = []
    let before: JobOf[] = []
    const look = async () => {
      const jobs = await jobsOf(database)
      broken.push(...regressions(before, jobs, world.history))
      before = jobs
      return jobs
    }
    for (const command of list) {
      await world.run(command)
      await look()
    }
    await world.calm()
    await settle(world, look)
    await world.stop()
    const jobs = await look()
    const logs = await logsOf(database)
    return [...broken, ...brokenLaws(world.history, { jobs, logs }, delay.max / 1e6)].slice(0, MAX_REPORTED)
  } finally {
    await world.close()
    await database.close()
  }
}

/** Waits until all jobs are over, with a limit: dead workers are found within 5 seconds, probes wait for up to 10. */
async function settle(world: World, look: () => Promise<JobOf[]>): Promise<void> {
  const end = Date.now() + TIMEOUT_MS
  while (Date.now() < end) {
    await world.buryDead()
    if ((await look()).every(isOver)) return
    await wait(POLL_INTERVAL_MS)
  }
}

function jobsOf({ db }: TestDatabase): Promise<JobOf[]> {
  return query(db, 'select * from jobs order by id', [])
}

async function logsOf({ db }: TestDatabase): Promise<LogOf[]> {
  const select = 'select id, job_id, attempt, succeeded, processing_time from logs order by id'
  const rows = await query<Omit<LogOf, 'began_at'> & { id: string; processing_time: number }>(db, select, [])
  // The id contains the time of the end.
  return rows.map(({ id, processing_time, ...log }) => ({ ...log, began_at: timeOfId(id) - 1000 * processing_time }))
}
