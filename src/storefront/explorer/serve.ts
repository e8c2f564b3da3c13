import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Server } from '../../http/server.ts'

const FOLDER = new URL('./page/', import.meta.url)
const PAGE = 'page.html'

/** Files of these kinds are shown to browsers as they lie there, and no others. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

// It loads its own script and style and talks to its own origin; whatever the data hold can only become text.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const options = { config: { access: 'public' }, schema: { hide: true } } as const

/**
 * The page in which people walk through the API, at `explorer`, and what it loads, below it. It holds no data and knows
 * only addresses relative to its own, so it works below any base.
 */
export function serveExplorer(server: Server): void {
  for (const name of readdirSync(FOLDER)) {
    const type = TYPES[path.extname(name)]
    if (type === undefined) continue
    const give = giveFile(readFileSync(new URL(name, FOLDER)), type)
    if (name === PAGE)
      server.get('/explorer', options, (request, reply) => lead(request, reply) ?? give(request, reply))
    else server.get(`/explorer/${name}`, options, give)
  }
}

/** With a slash at its end, what the page loads would be looked for one level too deep. */
function lead({ url }: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  const [place = '', query] = url.split('?', 2)
  return place.endsWith('/') ? reply.redirect(`../explorer${query === undefined ? '' : `?${query}`}`) : null
}

function giveFile(content: Buffer, type: string) {
  const etag = `"${createHash('sha1').update(content).digest('base64url')}"`
  return ({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.headers({ etag, 'cache-control': 'no-cache', 'content-security-policy': POLICY })
    if (headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    return reply.type(type).send(content)
  }
}
