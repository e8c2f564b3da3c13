import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { pagePolicy } from '../http/lists/page.ts'

/** The page of the dashboard, and the policy that its nonce belongs to. */
export type Page = { html: string; policy: string }

/** Names a URL below `/dashboard` with its page; the same page is at all of them. Null when it has not been built. */
export async function readPage(folder: URL, requested: string): Promise<Page | null> {
  const built = await readFile(new URL('index.html', folder), 'utf8').catch(nullIfMissing)
  if (built === null) return null
  const nonce = randomBytes(16).toString('base64')
  const html = fillIn(fillIn(built, BASE, `<base href="${pathToHome(requested)}" />`), NONCE, nonceTag(nonce))
  return { html, policy: policyFor(nonce) }
}

const BASE = '<base href="./" />'
const NONCE = '<meta name="style-nonce" content="" />'

function nonceTag(nonce: string): string {
  return `<meta name="style-nonce" content="${nonce}" />`
}

function fillIn(page: string, part: string, filled: string): string {
  if (!page.includes(part)) throw new Error(`index.html of the dashboard lacks ${part}.`)
  return page.replace(part, filled)
}

/**
 * The way from a requested address to `/dashboard/`. It is relative, so that it is right below any prefix that a proxy takes
 * away. `requested` is as the client sent it: browsers resolve what they have asked for.
 */
function pathToHome(requested: string): string {
  const [path = ''] = requested.split('?', 1)
  const depth = path.replace(/^\/+/, '').split('/').length - 2
  return '../'.repeat(depth) || './'
}

/** Its library of components writes styles, which the nonce permits, and markup, so that there are no Trusted Types. */
function policyFor(nonce: string): string {
  return pagePolicy({
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'manifest-src': "'self'",
    'base-uri': "'self'",
    'require-trusted-types-for': null,
    'trusted-types': null,
  })
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
