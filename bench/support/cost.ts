import { performance } from 'node:perf_hooks'
import { query } from '../../src/db/database.ts'
import { cpuOfPostgres } from './postgres-cpu.ts'
import { quantile } from './quantile.ts'
import type { Stage } from './stage.ts'

/** Milliseconds of CPU per request. */
type Cost = {
  node_ms: number
  postgres_ms: number
  statements: number
  per_second: number
  p50_ms: number
  p99_ms: number
}

export type Measure = (request: () => Promise<unknown>, shopping: number, lasts: () => boolean) => Promise<Cost>

/**
 * A function that measures the cost of requests to a stage, sent by that many concurrent shoppers, each with its own
 * connection.
 */
export async function measurer(stage: Stage): Promise<Measure> {
  const cpuOfDatabase = await cpuOfPostgres(stage.db)
  /** Milliseconds of CPU and statements so far. */
  const usage = async () => {
    const text = 'select sum(calls) as calls from pg_stat_statements'
    const [row] = await query<{ calls: number }>(stage.db, text, [])
    const { cpu_us } = await stage.usage()
    return { node: cpu_us / 1000, postgres: await cpuOfDatabase(), statements: Number(row?.calls ?? 0) }
  }
  return async (request, shopping, lasts) => {
    const before = await usage()
    const started = performance.now()
    const times = await shoppers(request, shopping, lasts)
    const took = performance.now() - started
    const after = await usage()
    const cost = {
      node_ms: (after.node - before.node) / times.length,
      postgres_ms: (after.postgres - before.postgres) / times.length,
      statements: (after.statements - before.statements) / times.length,
      per_second: (times.length / took) * 1000,
      p50_ms: quantile(times, 0.5),
      p99_ms: quantile(times, 0.99),
    }
    return Object.fromEntries(Object.entries(cost).map(([name, value]) => [name, Number(value.toFixed(2))])) as Cost
  }
}

/** Duration of each request in milliseconds. */
export async function shoppers(
  request: () => Promise<unknown>,
  shopping: number,
  lasts: () => boolean,
): Promise<number[]> {
  const times: number[] = []
  const shop = async () => {
    while (lasts()) {
      const started = performance.now()
      await request()
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: shopping }, shop))
  return times
}

export function forSeconds(count: number): () => boolean {
  const end = performance.now() + count * 1000
  return () => performance.now() < end
}
