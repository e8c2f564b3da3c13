import type { Readiness } from './readiness.ts'

/** What is answered to whoever watches over a process. */
export type Page = { status: number; type: string; body: string }

/** The pages for operators, by their address. */
export type Pages = Readonly<Record<'/health' | '/ready' | '/metrics', () => Promise<Page>>>

export type Figures = { expose(): Promise<string>; content_type: string }

const JSON_TYPE = 'application/json; charset=utf-8'

/** The pages of one process; without figures there is no `/metrics`. */
export function makePages(readiness: () => Promise<Readiness>, figures: Figures | null): Pages {
  return {
    '/health': async () => ({ status: 200, type: JSON_TYPE, body: '{"status":"alive"}' }),
    '/ready': async () => {
      const found = await readiness()
      return { status: found.status === 'ready' ? 200 : 503, type: JSON_TYPE, body: JSON.stringify(found) }
    },
    '/metrics': async () => {
      if (figures === null) return { status: 404, type: 'text/plain', body: 'Not counted here.\n' }
      return { status: 200, type: figures.content_type, body: await figures.expose() }
    },
  }
}
