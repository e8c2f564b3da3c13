import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeJsonBody } from '../../http/bodies/json-body.ts'
import type { Caller } from '../../http/callers/caller.ts'
import { VARY_BY_CALLER } from '../../http/callers/vary-by-caller.ts'
import { matchesTag } from '../../http/envelope.ts'
import { type IsUnavailable, refusal, toAppError } from '../../http/problem.ts'
import type { Server } from '../../http/server.ts'
import { AppError, type ErrorCode, errorCatalog } from '../../kernel/errors.ts'
import { followsLocation, responseBase, zoomParameter } from './base.ts'
import { type CachedResponse, type CachedText, cachedResponse, type ResponseCache } from './cached-response.ts'
import { parseLenientBody } from './lenient-json.ts'
import { MessageError, messagesOf } from './messages.ts'
import { type Rendering, renderMessage, represent } from './represent.ts'
import { type Operation, operationsOf, type Params, type Ref, type Registry, type Resource, uriOf } from './resource.ts'
import { parseZoom, type Zoom } from './zoom.ts'

export type ServeOptions<Context> = {
  registry: Registry<Context>
  /** The base URL of this service, without a trailing slash. */
  own_base: string
  /** Accepted values of X-Forwarded-Base; empty accepts all. */
  allowed_bases: readonly string[]
  /**
   * Creates the context of one request whose response has this base. Throws `forbidden` if the URI names another scope
   * than the token.
   */
  openContext(caller: Caller, request: FastifyRequest, base: string): Promise<Context>
  /** Opens the cache for responses of `cached` resources. */
  openResponseCache(context: Context): Promise<ResponseCache>
  /** Called when an uncached response has been read. */
  onRead(context: Context): void
  isUnavailable: IsUnavailable
  /** The languages of a response, in the shopper's order of preference. */
  sortLanguages(context: Context, languages: readonly string[]): string[]
  /** The path of this API's description, relative to the base. The entry point links to it. */
  description_path: string
}

// A seller's token permits the same operations as a shopper's, such as buying.
const config = { access: 'shopper', permission: 'orders:write' } as const
const read = { ...config, compressed: true } as const
const schema = { hide: true }

/** Registers the routes of all resources. On this server errors are messages, and JSON bodies are lenient. */
export function serveResources<Context>(server: Server, options: ServeOptions<Context>): void {
  acceptLenientJson(server)
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply, options))
  // A hook throws before this handler runs. Without a handler of this server, unknown routes would use the error format
  // of the parent server.
  server.setNotFoundHandler((_request, reply) => reply.code(404).send())
  for (const resource of options.registry.values()) {
    const path = resource.path === '' ? '/' : resource.path
    server.get(path, { config: read, schema }, (request, reply) => sendGet(options, resource, request, reply))
    for (const [method, operation] of operationsOf(resource)) {
      const handler = (request: FastifyRequest, reply: FastifyReply) => sendChange(options, operation, request, reply)
      server.route({ method, url: path, config, schema, handler })
    }
  }
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?: *;|$)/

/** Maximum size of a storefront form in bytes. Low, because lenient JSON is slow to parse. @operator */
const MAX_BODY_BYTES = 65_536

function acceptLenientJson(server: Server): void {
  server.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES } as const
  server.addContentTypeParser<Buffer>(JSON_TYPE, options, async (_: FastifyRequest, body: Buffer) =>
    parseLenientBody(decodeJsonBody(body)),
  )
}

function bodyOf({ body }: FastifyRequest): Record<string, unknown> {
  return (body ?? {}) as Record<string, unknown>
}

async function sendGet<Context>(
  options: ServeOptions<Context>,
  resource: Resource<Context>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const zoom = parseZoom(zoomParameter(request.query as Record<string, unknown>))
  const ref = { name: resource.name, params: request.params as Params }
  const base = baseFor(options, request)
  const context = await options.openContext(request.caller, request, base)
  const rendering = renderingFor(options, base, context)
  const cached = await cachedResponse(options.registry, { ref, zoom, base }, () => options.openResponseCache(context))
  if (cached !== null && isNamed(request, cached.etag)) return notModified(reply, cached)
  const { text, languages, ...own } = await readText(options, rendering, { ref, zoom }, cached)
  const { etag, cache_control } = cached ?? own
  if (resource.path === '') reply.header('link', `<${base}${options.description_path}>; rel="service-desc"`)
  if (matchesTag(request.headers['if-none-match'], etag)) return notModified(reply, { etag, cache_control })
  setContentLanguage(reply, options.sortLanguages(context, languages))
  reply.headers({ ...VARY_HEADERS, etag, 'cache-control': cache_control })
  return reply.type(JSON_RESPONSE).send(text)
}

type Validators = { etag: string; cache_control: string }

function notModified(reply: FastifyReply, { etag, cache_control }: Validators) {
  return reply
    .code(304)
    .headers({ ...VARY_HEADERS, etag, 'cache-control': cache_control })
    .send()
}

/** Excludes `*`, which matches any existing resource, because existence is not known yet. */
function isNamed({ headers: { 'if-none-match': if_none_match } }: FastifyRequest, etag: string): boolean {
  return if_none_match?.trim() !== '*' && matchesTag(if_none_match, etag)
}

/** The response with the languages of its texts, its ETag and its cache control. */
async function readText<Context>(
  { onRead }: ServeOptions<Context>,
  rendering: Rendering<Context>,
  { ref, zoom }: { ref: Ref; zoom: Zoom },
  cached: CachedResponse | null,
): Promise<CachedText & Validators> {
  let max_age = 0
  const read = async () => {
    const representation = await represent(rendering, ref, zoom)
    max_age = representation.max_age
    return { text: JSON.stringify(representation.json), languages: representation.languages }
  }
  const found = cached === null ? await read() : await cached.get(read)
  if (cached !== null) return { ...found, ...cached }
  onRead(rendering.context)
  const cache_control = max_age === 0 ? 'no-cache' : `private, no-transform, max-age=${max_age}`
  return { ...found, cache_control, etag: `"${hash('sha1', found.text, 'base64url')}"` }
}

/** Omits the header if no text has a known language. */
function setContentLanguage(reply: FastifyReply, languages: readonly string[]): void {
  if (languages.length > 0) reply.header('content-language', languages.join(', '))
}

/** All request headers that a response depends on. */
const VARY_HEADERS = {
  vary: `X-Forwarded-Base, ${VARY_BY_CALLER}, X-Ep-User-Traits, EP-Channel, X-Channel, EP-Context-Tag, X-Catalog-Tag`,
}
const JSON_RESPONSE = 'application/json; charset=utf-8'

function renderingFor<Context>(
  { registry }: ServeOptions<Context>,
  base: string,
  context: Context,
): Rendering<Context> {
  return { registry, context, base, cache: new Map() }
}

function baseFor<Context>({ own_base, allowed_bases }: ServeOptions<Context>, { headers }: FastifyRequest): string {
  return responseBase(headers['x-forwarded-base'], own_base, allowed_bases)
}

async function sendChange<Context>(
  options: ServeOptions<Context>,
  { run, leads_to = '' }: Operation<Context>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const query = request.query as Record<string, unknown>
  // Parsed first, because an invalid zoom must fail before the change is made.
  const zoom = parseZoom(zoomParameter(query))
  const base = baseFor(options, request)
  const openContext = () => options.openContext(request.caller, request, base)
  const result = await run(await openContext(), request.params as Params, bodyOf(request))
  const { status, location: params, returns_resource, context } = result
  reply.code(status).headers(VARY_HEADERS)
  if (params === null) return reply.send()
  const location = { name: leads_to, params }
  reply.header('location', base + uriOf(options.registry, location))
  if (!followsLocation(query) && returns_resource !== true) return reply.send()
  // Values that were read before the change may be stale.
  const rendering = renderingFor(options, base, context ?? (await openContext()))
  const open = () => options.openResponseCache(rendering.context)
  const cached = await cachedResponse(options.registry, { ref: location, zoom, base }, open)
  const found = await readText(options, rendering, { ref: location, zoom }, cached).catch(nullIfForbidden)
  if (found === null) return reply.send()
  setContentLanguage(reply, options.sortLanguages(rendering.context, found.languages))
  return reply.type(JSON_RESPONSE).send(found.text)
}

/** The change is committed, so the response must not fail because the caller may not read the result. */
function nullIfForbidden(error: unknown): null {
  if (error instanceof AppError && error.code === 'forbidden') return null
  throw error
}

function sendError<Context>(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ServeOptions<Context>,
) {
  const app_error = toAppError(error, request, options.isUnavailable)
  const { headers } = refusal(app_error, request.id)
  const status =
    app_error instanceof MessageError
      ? app_error.status
      : (STATUS_OVERRIDES[app_error.code] ?? errorCatalog[app_error.code].status)
  if (status >= 500) request.failure = app_error.cause ?? app_error
  const rendering = { registry: options.registry, base: baseFor(options, request) }
  const body = { messages: messagesOf(app_error).map((message) => renderMessage(rendering, message)), links: [] }
  return reply.code(status).headers(headers).type(JSON_RESPONSE).send(JSON.stringify(body))
}

/** Invalid forms are a 400 in this API. */
const STATUS_OVERRIDES: Partial<Record<ErrorCode, number>> = { invalid: 400 }
