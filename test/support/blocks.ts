import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from '../../src/db/tables.ts'

/** A database whose statements can be held against what they read. */
export type Counted = {
  db: Kysely<Tables>
  /** Runs it, and says how many blocks its statements touch when they are run again. */
  counting<Result extends object>(run: () => Promise<Result>): Promise<Result & { blocks: number }>
  close(): Promise<void>
}

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }

export function openCounted(url: string): Counted {
  let sent: CompiledQuery[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
    log: ({ query }) => {
      sent.push(query)
    },
  })
  return {
    db,
    async counting(run) {
      sent = []
      const result = await run()
      let blocks = 0
      for (const { sql, parameters } of [...sent]) {
        const explain = CompiledQuery.raw(`explain (analyze, buffers, format json) ${sql}`, [...parameters])
        const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain)
        const plan = rows[0]?.['QUERY PLAN'][0].Plan
        blocks += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
      }
      return { ...result, blocks }
    },
    close: () => db.destroy(),
  }
}
