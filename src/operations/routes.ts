import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Server } from '../http/server.ts'
import { AppError } from '../kernel/errors.ts'
import type { Page, Pages } from './pages.ts'

const config = { access: 'public', routine: true } as const

/**
 * Serves the pages on the port of the API: health and readiness without a token, metrics only if a token is configured.
 */
export function routes(server: Server, pages: Pages, metrics_token: string | undefined): void {
  server.get('/health', { config, schema: schemas.health }, async (_request, reply) => send(reply, pages['/health']()))
  server.get('/ready', { config, schema: schemas.ready }, async (_request, reply) => send(reply, pages['/ready']()))
  // The path that clients of the storefront use.
  server.get('/storefront/healthcheck', { config, schema: { hide: true } }, async (_request, reply) =>
    send(reply, pages['/ready']()),
  )
  if (metrics_token === undefined) return
  server.get('/metrics', { config, schema: { hide: true } }, async (request, reply) => {
    if (!isBearer(request.headers.authorization, metrics_token)) throw refused()
    return send(reply, pages['/metrics']())
  })
}

async function send(reply: FastifyReply, page: Promise<Page>): Promise<FastifyReply> {
  const { status, type, body } = await page
  return reply.code(status).type(type).send(body)
}

/** Compares digests, so that the time reveals neither length nor content of the token. */
function isBearer(header: string | undefined, token: string): boolean {
  const given = /^bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function refused(): AppError {
  const detail = 'Metrics require the token of this deployment: `Authorization: Bearer TOKEN`.'
  return new AppError('unauthenticated', [{ detail, header: 'Authorization' }])
}

const tags = ['Operations']

const Readiness = Type.Object({
  status: Type.Enum(['ready', 'not ready']),
  checks: Type.Record(Type.String(), Type.Object({ ok: Type.Boolean(), detail: Type.Optional(Type.String()) }), {
    description:
      '`database`, `migrations`, `snapshot` of the integrations, `worker` where deliveries are made and `transport` where there is one, which is `ok` also while the broker is unavailable.',
  }),
})

const schemas = {
  health: {
    operationId: 'GetHealth',
    summary: 'Check whether the process is alive',
    tags,
    response: { 200: Type.Object({ status: Type.Literal('alive') }) },
  },
  ready: {
    operationId: 'GetReadiness',
    summary: 'Check whether the process is ready',
    tags,
    response: { 200: Readiness, 503: Readiness },
  },
}
