import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Page, Pages } from './pages.ts'

export type OperationsPort = { close(): Promise<void> }

/** Serves the pages on a separate port, without authentication. Rejects if it cannot listen there. */
export async function openOperationsPort(
  address: { host: string; port: number },
  pages: Pages,
): Promise<OperationsPort> {
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, (request, response) => {
    void respond(pages, request, response)
  })
  server.listen(address)
  await once(server, 'listening')
  return {
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function respond(pages: Pages, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, type, body } = await pageOf(pages, request).catch(failed)
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(request.method === 'HEAD' ? undefined : body)
}

async function pageOf(pages: Pages, { method, url = '' }: IncomingMessage): Promise<Page> {
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, type: 'text/plain', body: 'Method not allowed: use GET.\n' }
  const path = url.replace(/\?.*$/s, '')
  const page = Object.entries(pages).find(([known]) => known === path)?.[1]
  return page?.() ?? { status: 404, type: 'text/plain', body: 'Not found: use /health, /ready or /metrics.\n' }
}

function failed(): Page {
  return { status: 500, type: 'text/plain', body: 'Internal error.\n' }
}
