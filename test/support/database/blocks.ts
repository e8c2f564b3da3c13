import pg from 'pg'
import { type Database, databaseOf, query } from '../../../src/db/database.ts'

/** A database that counts the blocks its statements touch. */
export type Counted = {
  db: Database
  /** Runs the function, then repeats its statements and returns the blocks that they touch. */
  counting<Result extends object>(run: () => Promise<Result>): Promise<Result & { blocks: number }>
  close(): Promise<void>
}

type Statement = { text: string; values: readonly unknown[] }
type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }

export function openCounted(url: string): Counted {
  let sent: Statement[] = []
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const db = databaseOf({
    async connect() {
      const client = await pool.connect()
      return {
        execute(text, values) {
          sent.push({ text, values })
          return client.query(text, [...values])
        },
        session: client,
        release: (close) => client.release(close),
      }
    },
    end: () => pool.end(),
  })
  return {
    db,
    async counting(run) {
      sent = []
      const result = await run()
      let blocks = 0
      for (const { text, values } of [...sent]) {
        const explain = `explain (analyze, buffers, format json) ${text}`
        const [row] = await query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(db, explain, values)
        const plan = row?.['QUERY PLAN'][0].Plan
        blocks += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
      }
      return { ...result, blocks }
    },
    close: () => db.close(),
  }
}
