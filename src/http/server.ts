import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import { AppError } from '../kernel/errors.ts'
import { isObject } from '../kernel/json/json.ts'
import { encodingError, JSON_TYPE, readJsonBody } from './bodies/json-body.ts'
import { shareLargeBodies } from './bodies/large-bodies.ts'
import type { Authenticate } from './callers/authentication.ts'
import type { Caller } from './callers/caller.ts'
import { type ClientAddress, makeClientAddress } from './callers/client-address.ts'
import { limitRequests } from './callers/rate-limit.ts'
import { canonicalAddress } from './canonical-address.ts'
import { describeRoutes } from './docs.ts'
import { freshnessOf } from './freshness.ts'
import { serveIndex } from './index-page.ts'
import type { IsUnavailable } from './problem.ts'
import { installErrorHandlers, refuse } from './refuse.ts'
import { logAtEnd } from './request-log.ts'
import { prepareRoute } from './route.ts'
import { closeGracefully, defaultTimeouts, nodeOptions, respondToBrokenRequest, type Timeouts } from './sockets.ts'
import { ignoredIn } from './validation/ignored-members.ts'
import type { ReportsUnknown } from './validation/report-unknown.ts'
import { lazySerializer } from './validation/serializer.ts'
import { makeValidatorCompiler, validationError } from './validation/validation.ts'

/** The server that modules register routes on. Its handlers know the types of their schemas. */
export type Server = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

export type ServerOptions = {
  /** Public address of the API; ends in `/v2`. */
  base_url: string
  version: string
  authenticate: Authenticate
  isUnavailable: IsUnavailable
  cors_origins: readonly string[]
  /** See `makeClientAddress`. */
  trusted_proxies: readonly string[]
  /** Requests per second for each key and each shopper in this process; 0 means no limit. */
  rate_limit: number
  compression: boolean
  /** Returns true for stores whose responses list unknown members instead of rejecting them. */
  reportsUnknown?: ReportsUnknown
  log: FastifyBaseLogger
  timeouts?: Timeouts
}

/** Maximum size of a request body in bytes, unless its route sets another limit. @operator */
const BODY_LIMIT = 1_048_576

/** Shared by all servers of a process, because they validate alike. */
const validatorCompiler = makeValidatorCompiler()

/** Creates the server without routes. Modules register theirs, then it can listen. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { isUnavailable, timeouts = defaultTimeouts } = options
  const clientAddress = makeClientAddress(options.trusted_proxies)
  const server: Server = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    genReqId: (request) => requestId(request.headers['x-request-id']),
    bodyLimit: BODY_LIMIT,
    rewriteUrl: ({ url = '/' }) => canonicalAddress(url),
    // A request on an open connection during shutdown still gets its response. Then the connection ends.
    return503OnClosing: false,
    requestTimeout: timeouts.request,
    connectionTimeout: timeouts.idle,
    keepAliveTimeout: timeouts.keep_alive,
    http: nodeOptions(timeouts),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4096 },
    schemaErrorFormatter: validationError,
    frameworkErrors: (error, request, reply) => {
      onRequest(request, reply, clientAddress)
      refuse(error, request, reply, isUnavailable)
    },
    clientErrorHandler: (error, socket) => respondToBrokenRequest(error, socket, randomUUID()),
  })
  readRequests(server, clientAddress)
  closeGracefully(server, timeouts)
  shareLargeBodies(server)
  await server.register(cors, corsOptions(options.cors_origins))
  installErrorHandlers(server, isUnavailable)
  await describeRoutes(server, { version: options.version, address: options.base_url.replace(/\/v2$/, '') })
  // Routes registered after this must declare their access.
  server.addHook('onRoute', (route) => prepareRoute(route, options))
  if (options.rate_limit > 0) await limitRequests(server, options.rate_limit)
  serveIndex(server, options)
  return server
}

function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : randomUUID()
}

function readRequests(server: Server, clientAddress: ClientAddress): void {
  server.decorateRequest('callerOrNull', null)
  server.decorateRequest('clientAddress', '')
  server.decorateRequest('ownId', '')
  server.decorateRequest('failure', null)
  server.decorateRequest('caller', { getter: callerOf })
  server.decorateRequest('freshness', {
    getter() {
      return freshnessOf(this.headers)
    },
  })
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(({ schema }) => lazySerializer(schema))
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<Buffer>(JSON_TYPE, { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) =>
    readJsonBody(body),
  )
  server.addHook('preParsing', ({ headers }, _reply, payload, done) => {
    done(encodingError(headers['content-encoding']), payload)
  })
  server.addHook('onSend', (request, _reply, payload, done) => {
    const ignored = ignoredIn(request.body)
    done(null, ignored.length > 0 && typeof payload === 'string' ? withIgnored(payload, ignored) : payload)
  })
  server.addHook('onRequest', (request, reply, done) => {
    onRequest(request, reply, clientAddress)
    done(hasTwoHosts(request.raw) ? twoHosts() : undefined)
  })
}

/** Lists the ignored members of the body in `meta.ignored` of the response. */
function withIgnored(payload: string, ignored: readonly string[]): string {
  const body: unknown = payload.startsWith('{') ? JSON.parse(payload) : null
  if (!isObject(body) || 'errors' in body) return payload
  return JSON.stringify({ ...body, meta: { ...(isObject(body.meta) && body.meta), ignored } })
}

function callerOf(this: FastifyRequest): Caller {
  if (this.callerOrNull !== null) return this.callerOrNull
  throw new Error(`${this.routeOptions.url} is public and has no caller.`)
}

// Fixed headers, because a plugin for them costs 40 % of the requests per second.
const FIXED_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

function onRequest(request: FastifyRequest, reply: FastifyReply, clientAddress: ClientAddress): void {
  request.clientAddress = clientAddress(request.raw)
  // A client may repeat an id, or send that of another request.
  request.ownId = request.id === request.headers['x-request-id'] ? randomUUID() : request.id
  if (request.method === 'DELETE') ignoreTypeOfNoBody(request.headers)
  reply.headers(FIXED_HEADERS).header('x-request-id', request.id)
  logAtEnd(request, reply)
}

/** RFC 9112, section 3.2, forbids two hosts. Node takes the first, while a proxy in front may take the last. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) if (isHost(rawHeaders[index])) hosts += 1
  return hosts > 1
}

function isHost(name: string | undefined): boolean {
  return name?.length === 4 && name.toLowerCase() === 'host'
}

function twoHosts(): AppError {
  return new AppError('malformed_header', [{ detail: 'The request has more than one Host.', header: 'Host' }])
}

/** Clients label a DELETE without a body as JSON or as a form. */
function ignoreTypeOfNoBody(headers: IncomingHttpHeaders): void {
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0)
    delete headers['content-type']
}

function corsOptions(origins: readonly string[]): FastifyCorsOptions {
  return {
    origin: origins.includes('*') ? '*' : origins.length === 0 ? false : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['X-Request-Id', 'ETag', 'Retry-After', 'Location', 'Idempotent-Replay'],
    maxAge: 600,
    strictPreflight: false,
  }
}
