import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import files from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsHtml, OPENER_POLICY, pagePolicy, withoutSlash } from '../http/lists/page.ts'
import type { Server } from '../http/server.ts'
import { AppError, errorCatalog } from '../kernel/errors.ts'
import { type Page, readPage } from './page.ts'

const BUILT = new URL('../../dashboard/dist/', import.meta.url)
const YEAR_MS = 31_536_000_000

type Options = { enabled: boolean; folder?: URL }

const options = { config: { access: 'public' }, schema: { hide: true } } as const

/** Built files: a single segment, so that no path leaves the folder. Compressed variants are not served by name. */
const ASSET = /^assets\/\w[\w.-]*$/
const OF_EXPLORER = /^\w[\w.-]*$/
const FILE = /^\w[\w-]*\.(?:svg|png|ico|webmanifest)$/
const COMPRESSED = /\.(?:br|gz)$/

/**
 * Serves the build of `dashboard/`: its files, and its page at every other address below `/dashboard`. A new build
 * needs no restart. The storefront explorer is at the base of the API that it explores, even if the dashboard is
 * disabled.
 */
export function routes(server: Server, { enabled, folder = BUILT }: Options): void {
  const send = enabled ? sender(folder) : sendOff
  // `preCompressed` sends a compressed variant if there is one. Before the first build the folder is missing.
  server.register(files, { root: fileURLToPath(folder), serve: false, preCompressed: true, suppressWarning: true })
  server.get('/dashboard', options, (request, reply) => withSlash(request, reply) ?? send('', request, reply))
  server.get('/dashboard/*', options, (request, reply) => send(pathBelow(request), request, reply))
  server.get(
    '/storefront/explorer',
    options,
    (request, reply) => withoutSlash(request, reply) ?? sendExplorer(folder, request, reply),
  )
  server.get<{ Params: { file: string } }>('/storefront/explorer/:file', options, ({ params: { file } }, reply) => {
    if (!OF_EXPLORER.test(file) || COMPRESSED.test(file)) throw notThere()
    return sendAsset(`explorer/${file}`, reply)
  })
}

type Send = (path: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply

function sender(folder: URL): Send {
  return async (path, request, reply) => {
    if (COMPRESSED.test(path)) throw notThere()
    if (ASSET.test(path)) return sendAsset(path, reply)
    if (FILE.test(path)) return reply.sendFile(path, { maxAge: 0 })
    if (path.startsWith('assets/')) throw notThere()
    const page = await readPage(folder, request.originalUrl)
    if (!acceptsHtml(request)) throw page === null ? unbuilt() : forBrowsers()
    return page === null ? sayToPerson(reply, unbuilt()) : sendPage(page, reply)
  }
}

/** The name of an asset changes with its content, so browsers may cache it forever. */
function sendAsset(path: string, reply: FastifyReply): FastifyReply {
  return reply.sendFile(path, { maxAge: YEAR_MS, immutable: true })
}

function sendPage({ html, policy }: Page, reply: FastifyReply): FastifyReply {
  return reply
    .headers({ ...OPENER_POLICY, 'content-security-policy': policy })
    .type(HTML)
    .send(html)
}

/** Sends the explorer page. It contains no data, so browsers may cache and revalidate it. */
function sendExplorer(folder: URL, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!existsSync(new URL('explorer.html', folder))) {
    if (acceptsHtml(request)) return sayToPerson(reply, unbuilt())
    throw unbuilt()
  }
  return reply
    .headers({ ...OPENER_POLICY, 'cache-control': 'no-cache', 'content-security-policy': pagePolicy() })
    .sendFile('explorer.html', { cacheControl: false })
}

const HTML = 'text/html; charset=utf-8'

const sendOff: Send = (_, request, reply) => {
  if (acceptsHtml(request)) return sayToPerson(reply, off())
  throw off()
}

/** Sends an error as a page to a person who has opened an address. */
function sayToPerson(reply: FastifyReply, error: AppError): FastifyReply {
  const { status, title } = errorCatalog[error.code]
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${title}</title>
<h1>${title}</h1>
<p>${error.message}</p>
</html>
`
  return reply
    .code(status)
    .headers({ ...OPENER_POLICY, ...error.headers })
    .type(HTML)
    .send(page)
}

function unbuilt(): AppError {
  const detail =
    'The dashboard has not been built. In the folder of Tidings, run: npm run dashboard:build. Then load this page again.'
  return new AppError('unavailable', [{ detail }], { headers: { 'retry-after': '10' } })
}

function off(): AppError {
  return new AppError('not_found', [{ detail: 'The dashboard is switched off: TIDINGS_DASHBOARD is false.' }])
}

function forBrowsers(): AppError {
  return new AppError('not_found', [
    {
      detail:
        'Route not found. The pages of the dashboard are for browsers: they are sent only to clients that accept text/html.',
    },
  ])
}

function notThere(): AppError {
  return new AppError('not_found', [{ detail: 'The dashboard has no such file.' }])
}

/** Returns the path below `/dashboard/`; addresses of files are never escaped. */
function pathBelow({ url }: FastifyRequest): string {
  const [path = ''] = url.split('?', 1)
  return path.replace('/dashboard/', '')
}

/** Redirects to the address with a trailing slash, which all other addresses are relative to; otherwise null. */
function withSlash({ url }: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  const [path = '', query] = url.split('?', 2)
  if (path.endsWith('/')) return null
  return reply.redirect(`dashboard/${query === undefined ? '' : `?${query}`}`)
}
