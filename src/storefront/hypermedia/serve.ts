import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { type IsUnavailable, refusal, toAppError } from '../../http/problem.ts'
import type { Server } from '../../http/server.ts'
import { AppError, type ErrorCode, errorCatalogue } from '../../kernel/errors.ts'
import { baseOf, followsLocation, zoomIn } from './base.ts'
import { parseLenientBody } from './lenient-json.ts'
import { messagesOf, Refusal } from './messages.ts'
import { type Reading, represent, shownMessage } from './represent.ts'
import { type Outcome, type Params, type Registry, type Resource, uriOf } from './resource.ts'
import { parseZoom } from './zoom.ts'

export type Serving<Context> = {
  registry: Registry<Context>
  /** The service's own base, without a slash at its end. */
  own_base: string
  /** Bases that proxies may name; empty allows all. */
  allowed_bases: readonly string[]
  /** What the readings of one request share. Throws `forbidden` for a scope that is not the caller's. */
  open(caller: Caller, request: FastifyRequest): Promise<Context>
  isUnavailable: IsUnavailable
}

const config = { access: 'shopper' } as const
const schema = { hide: true }

/** Registers the addresses of all resources, on a server of its own kind: errors are messages, bodies are lenient. */
export function serveResources<Context>(server: Server, serving: Serving<Context>): void {
  takeLenientBodies(server)
  server.setErrorHandler((error, request, reply) => refuse(error, request, reply, serving))
  // Refused by a hook before it is asked; with one of its own, what is not there is refused in this API's words.
  server.setNotFoundHandler((_request, reply) => reply.code(404).send())
  for (const resource of serving.registry.values()) {
    const path = resource.path === '' ? '/' : resource.path
    const { post, put, remove } = resource
    server.get(path, { config, schema }, (request, reply) => answerGet(serving, resource, request, reply))
    if (post !== undefined)
      server.post(path, { config, schema }, (request, reply) =>
        answerChange(serving, request, reply, (context, params) => post(context, params, bodyOf(request))),
      )
    if (put !== undefined)
      server.put(path, { config, schema }, (request, reply) =>
        answerChange(serving, request, reply, (context, params) => put(context, params, bodyOf(request))),
      )
    if (remove !== undefined)
      server.delete(path, { config, schema }, (request, reply) => answerChange(serving, request, reply, remove))
  }
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?: *;|$)/

function takeLenientBodies(server: Server): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<string>(JSON_TYPE, { parseAs: 'string' }, async (_: FastifyRequest, body: string) =>
    parseLenientBody(body),
  )
}

function bodyOf({ body }: FastifyRequest): Record<string, unknown> {
  return (body ?? {}) as Record<string, unknown>
}

async function answerGet<Context>(
  serving: Serving<Context>,
  resource: Resource<Context>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const zoom = parseZoom(zoomIn(request.query as Record<string, unknown>))
  const ref = { name: resource.name, params: request.params as Params }
  const context = await serving.open(request.caller, request)
  const { json, max_age } = await represent(readingOf(serving, request, context), ref, zoom)
  const text = JSON.stringify(json)
  const etag = `"${hash('sha1', text, 'base64url')}"`
  const kept = max_age === 0 ? 'no-cache' : `private, no-transform, max-age=${max_age}`
  reply.headers({ ...VARY, etag, 'cache-control': kept })
  const seen = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  if (seen.includes(etag) || seen.includes('*')) return reply.code(304).send()
  return reply.type(JSON_ANSWER).send(text)
}

/** Everything that an answer may depend on beside its address. */
const VARY = { vary: 'X-Forwarded-Base, Authorization, X-Ep-User-Traits, EP-Channel, EP-Context-Tag' }
const JSON_ANSWER = 'application/json; charset=utf-8'

function readingOf<Context>(serving: Serving<Context>, request: FastifyRequest, context: Context): Reading<Context> {
  return { registry: serving.registry, context, base: baseFor(serving, request), known: new Map() }
}

function baseFor<Context>({ own_base, allowed_bases }: Serving<Context>, { headers }: FastifyRequest): string {
  return baseOf(headers['x-forwarded-base'], own_base, allowed_bases)
}

async function answerChange<Context>(
  serving: Serving<Context>,
  request: FastifyRequest,
  reply: FastifyReply,
  change: (context: Context, params: Params) => Promise<Outcome<Context>>,
) {
  const query = request.query as Record<string, unknown>
  // What is wrong with it shall not be found out when everything is done.
  const zoom = parseZoom(zoomIn(query))
  const open = () => serving.open(request.caller, request)
  const { status, at, always_shown, context } = await change(await open(), request.params as Params)
  reply.code(status).headers(VARY)
  if (at === null) return reply.send()
  reply.header('location', baseFor(serving, request) + uriOf(serving.registry, at))
  if (!followsLocation(query) && always_shown !== true) return reply.send()
  // What was read before the change may be so no more.
  const reading = readingOf(serving, request, context ?? (await open()))
  const followed = await represent(reading, at, zoom).catch(nullIfForbidden)
  return followed === null ? reply.send() : reply.type(JSON_ANSWER).send(JSON.stringify(followed.json))
}

/** The change is done: that what came of it is for somebody else to see does not undo it. */
function nullIfForbidden(error: unknown): null {
  if (error instanceof AppError && error.code === 'forbidden') return null
  throw error
}

function refuse<Context>(error: unknown, request: FastifyRequest, reply: FastifyReply, serving: Serving<Context>) {
  const known = toAppError(error, request, serving.isUnavailable)
  const { headers } = refusal(known, request.id)
  const status = known instanceof Refusal ? known.status : (STATUSES[known.code] ?? errorCatalogue[known.code].status)
  if (status >= 500) request.failure = known.cause ?? known
  const written = { registry: serving.registry, base: baseFor(serving, request) }
  const body = { messages: messagesOf(known).map((message) => shownMessage(written, message)), links: [] }
  return reply.code(status).headers(headers).type(JSON_ANSWER).send(JSON.stringify(body))
}

/** A form whose fields are wrong is a bad request here. */
const STATUSES: Partial<Record<ErrorCode, number>> = { invalid: 400 }
