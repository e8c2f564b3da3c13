import { hash } from 'node:crypto'
import { matchesTag } from '../http/envelope.ts'
import type { Server } from '../http/server.ts'
import { Description } from './hypermedia/description-schema.ts'
import { storefrontDescription } from './registry.ts'

export const DESCRIPTION_PATH = '/description'

const options = { config: { access: 'public', compressed: true }, schema: { hide: true } } as const

/** Serves the description of this API and its schema, which are the same for all callers. */
export function serveDescription(server: Server): void {
  serveText(server, DESCRIPTION_PATH, 'application/json; charset=utf-8', description)
  serveText(server, '/storefront.schema.json', 'application/schema+json; charset=utf-8', schema)
}

type Tagged = () => { text: string; etag: string }

/** Created on the first request, because it is rarely requested and would delay the startup. */
function tagged(make: () => string): Tagged {
  let made: ReturnType<Tagged> | undefined
  return () => {
    if (made !== undefined) return made
    const text = make()
    made = { text, etag: `"${hash('sha1', text, 'base64url')}"` }
    return made
  }
}

const description = tagged(() => printJson(storefrontDescription()))
const schema = tagged(descriptionSchema)

function serveText(server: Server, path: string, type: string, tagged: Tagged): void {
  server.get(path, options, ({ headers }, reply) => {
    const { text, etag } = tagged()
    reply.headers({ etag, 'cache-control': 'public, max-age=600' })
    if (matchesTag(headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type(type).send(text)
  })
}

export function descriptionSchema(): string {
  return printJson({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...Description })
}

export function printJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
