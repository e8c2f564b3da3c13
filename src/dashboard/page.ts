import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { pagePolicy } from '../http/lists/page.ts'

export type Page = { html: string; policy: string }

/** Returns the page for a URL below `/dashboard`, which is the same for all of them. Null before the first build. */
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
 * Returns the relative path from the requested address to `/dashboard/`, so that it works below any prefix that a proxy
 * strips. `requested` is as the client sent it, because browsers resolve paths against the address that they requested.
 */
function pathToHome(requested: string): string {
  const [path = ''] = requested.split('?', 1)
  const depth = path.replace(/^\/+/, '').split('/').length - 2
  return '../'.repeat(depth) || './'
}

/** The component library writes styles, which the nonce permits, and markup, which rules out Trusted Types. */
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
