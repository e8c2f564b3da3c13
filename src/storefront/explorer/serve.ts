import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesTag } from '../../http/envelope.ts'
import { pagePolicy, withoutSlash } from '../../http/lists/page.ts'
import type { Server } from '../../http/server.ts'

const FOLDER = new URL('./page/', import.meta.url)
const PAGE = 'page.html'

/** Files with these extensions are served unchanged, and no others. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

const POLICY = pagePolicy()

const options = { config: { access: 'public' }, schema: { hide: true } } as const

/**
 * Serves a page for exploring the API at `/explorer`, and its files below that path. The page uses only URLs relative to its
 * own, so it works at any base URL.
 */
export function serveExplorer(server: Server): void {
  for (const file of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
    const name = file.replaceAll(path.sep, '/')
    const type = TYPES[path.extname(name)]
    if (type === undefined) continue
    const sendFile = fileSender(readFileSync(new URL(name, FOLDER)), type)
    if (name === PAGE)
      server.get('/explorer', options, (request, reply) => withoutSlash(request, reply) ?? sendFile(request, reply))
    else server.get(`/explorer/${name}`, options, sendFile)
  }
}

function fileSender(content: Buffer, type: string) {
  const etag = `"${createHash('sha1').update(content).digest('base64url')}"`
  return ({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.headers({ etag, 'cache-control': 'no-cache', 'content-security-policy': POLICY })
    if (matchesTag(headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type(type).send(content)
  }
}
