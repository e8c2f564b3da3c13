import { STATUS_CODES } from 'node:http'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import type { Access } from './authentication.ts'
import { ErrorResponse } from './error-response.ts'
import { mapMembers, nameComponents } from './validation/components.ts'

type DocsOptions = {
  version: string
  /** Where the paths of the document start: the base address without `/v2`. */
  address: string
}

/** Serves the OpenAPI 3.1 document of the routes registered later (`/docs/json`, `/docs/yaml`) and a page to read it (`/docs`). */
export async function serveDocs(server: FastifyInstance, options: DocsOptions): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tidings', version: options.version, description: DESCRIPTION },
      servers: [{ url: options.address }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    stripBasePath: false,
    transform: ({ url, route, ...document }) => ({
      url,
      schema: route.config?.access === undefined ? HIDDEN : describe(route, componentsOf(document)),
    }),
  })
  await server.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-cache' })
    })
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: {
        layout: 'BaseLayout',
        docExpansion: 'none',
        filter: true,
        defaultModelsExpandDepth: 0,
        displayRequestDuration: true,
      },
      theme: { title: 'Tidings API' },
    })
  })
}

const DESCRIPTION =
  'A self-hosted store back end whose integrations tell other systems what happens in the store. ' +
  'Ask for an access token with the id and secret of a key, and send it with every request: `Authorization: Bearer TOKEN`. ' +
  'The `data` of a body may hold every member that the resource shows, so that what was read can be sent back: members ' +
  'that cannot be set are ignored. Any other member is a 422 that names it. Unknown query parameters and headers are ignored.'

// The page loads nothing from elsewhere; its own styles are inline.
const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

const HIDDEN: FastifySchema = { hide: true }

type Schemas = Record<string, object>

function componentsOf(document: object): Schemas {
  const { openapiObject } = document as { openapiObject: { components: { schemas: Schemas } } }
  return openapiObject.components.schemas
}

/** The schema of a route as the document shows it: schemas with an `$id` become components, every error is told. */
function describe(route: RouteOptions, schemas: Schemas): FastifySchema {
  const schema = route.config?.documented ?? {}
  const access = route.config?.access ?? 'seller'
  const responses: Schemas = { ...(schema.response ?? {}) }
  for (const status of errorStatuses(schema, access)) responses[status] = ErrorResponse
  return {
    ...schema,
    ...(access === 'public' ? {} : { headers: withCommon(schema.headers, access) }),
    ...(schema.body === undefined ? {} : { body: nameComponents(schema.body, schemas) }),
    response: mapMembers(responses, (response, status) => ({
      description: WORDS[status] ?? STATUS_CODES[status] ?? '',
      ...(nameComponents(response, schemas) as object),
    })),
    description: [schema.description, ACCESS[access]].filter(Boolean).join('\n\n'),
    ...(access === 'public' ? { security: [] } : {}),
  }
}

/** Read while authenticating, so no route names them. */
function withCommon(headers: unknown, access: Access): unknown {
  const own = (headers ?? {}) as { properties?: object }
  const holders = access === 'seller' ? {} : { 'X-Customer-Token': CUSTOMER_TOKEN, 'X-Account-Token': ACCOUNT_TOKEN }
  return { ...own, type: 'object', properties: { ...own.properties, 'X-Store-Id': STORE_ID, ...holders } }
}

const CUSTOMER_TOKEN = {
  type: 'string',
  description: 'Token of a customer who has logged in (`POST /v2/customers/tokens`).',
}
const ACCOUNT_TOKEN = {
  type: 'string',
  description: 'Token of an account member who has logged in for an account (`POST /v2/account-members/tokens`).',
}

const STORE_ID = {
  type: 'string',
  format: 'uuid',
  description:
    'With a token of an organization: the store of it to act on. Without it the organization itself is meant.',
}

const ACCESS: Readonly<Record<Access, string>> = {
  public: 'Needs no token.',
  shopper: 'Needs a shopper or a seller token.',
  customer: "Needs a seller token, or a shopper token with the customer's own token.",
  seller: 'Needs a seller token.',
}

/**
 * The errors that follow from what a route is: who may use it, its parameters, its body. Any address and any body that is
 * sent can be malformed, and any caller can name a store that is not its own.
 */
function errorStatuses(schema: FastifySchema, access: Access): (number | string)[] {
  return [
    400,
    ...(access === 'public' ? [] : [401]),
    ...(access === 'seller' || access === 'customer' ? [403] : []),
    ...(access === 'public' && schema.params === undefined ? [] : [404]),
    ...(takesIdempotencyKey(schema) ? [410] : []),
    ...(schema.body === undefined ? [] : [422]),
    500,
    '4xx',
    '5xx',
  ]
}

function takesIdempotencyKey({ headers }: FastifySchema): boolean {
  const { properties } = (headers ?? {}) as { properties?: object }
  return properties !== undefined && 'idempotency-key' in properties
}

const WORDS: Readonly<Record<string, string>> = {
  400: 'A query parameter, a header or the syntax of the body is wrong.',
  401: 'The access token is missing, wrong or has expired.',
  403: 'The access token lacks the right.',
  404: 'It does not exist, or is not of this store or organization.',
  409: 'The thing has changed meanwhile, or another one is in the way.',
  410: 'The request with this Idempotency-Key was done, and its answer has been erased with the data of a person.',
  422: 'The body is wrong; one entry per problem, with a pointer.',
  500: 'Internal server error.',
  '4xx': 'Any other refusal: 405, 408, 413, 415, 429 (with Retry-After), 431.',
  '5xx': 'Temporarily out of service (503, with Retry-After).',
}
