import type { Readiness } from './readiness.ts'

export type Page = { status: number; type: string; body: string }

export type Pages = Readonly<Record<'/health' | '/ready' | '/metrics', () => Promise<Page>>>

export type MetricsSource = { expose(): Promise<string>; content_type: string }

const JSON_TYPE = 'application/json; charset=utf-8'

/** Returns the pages of one process; there is no `/metrics` without metrics. */
export function makePages(readiness: () => Promise<Readiness>, metrics: MetricsSource | null): Pages {
  return {
    '/health': async () => ({ status: 200, type: JSON_TYPE, body: '{"status":"alive"}' }),
    '/ready': async () => {
      const found = await readiness()
      return { status: found.status === 'ready' ? 200 : 503, type: JSON_TYPE, body: JSON.stringify(found) }
    },
    '/metrics': async () => {
      if (metrics === null) return { status: 404, type: 'text/plain', body: 'Metrics are disabled.\n' }
      return { status: 200, type: metrics.content_type, body: await metrics.expose() }
    },
  }
}
