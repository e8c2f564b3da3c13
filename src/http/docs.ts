import { STATUS_CODES } from 'node:http'
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import type { Access } from './callers/authentication.ts'
import { describedAccess } from './document/access.ts'
import { withCommonAnnotations } from './document/common-annotations.ts'
import { bodyDescriber, describedHeaders, responseDescriber, withoutNull } from './document/documented.ts'
import { withPlainForms } from './document/generators/forms.ts'
import { withNullableTypes } from './document/generators/nulls.ts'
import { withPlainUnions } from './document/generators/unions.ts'
import { withListFields } from './document/list-fields.ts'
import { type OpenApi, type Operation, withNamedParts } from './document/named-parts.ts'
import { withPathParameters } from './document/operations.ts'
import { withSharedParameters } from './document/shared-parameters.ts'
import { withSharedResponses } from './document/shared-responses.ts'
import { documentTagGroups, documentTags } from './document/tags.ts'
import { ErrorResponse } from './error-response.ts'
import { isReporting, permissionOf } from './route.ts'
import { componentNamer, mapMembers } from './validation/components.ts'

type DocsOptions = {
  version: string
  /** The base of the document's paths: the base address without `/v2`. */
  address: string
}

/** Generates the OpenAPI 3.1 document of the routes registered later, which `server.swagger()` returns. */
export async function describeRoutes(server: FastifyInstance, options: DocsOptions): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tidings',
        version: options.version,
        description: DESCRIPTION,
        contact: { name: 'Tidings' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags: documentTags,
      servers: [{ url: options.address }],
      components: { securitySchemes: securitySchemes(options.address) },
      security: [{ bearer: [] }, { client_credentials: [] }],
      ...EXTENSIONS,
    },
    stripBasePath: false,
    convertConstToEnum: false,
    transformObject: (document) => transformed(openApiOf(document)),
    transform: ({ url, route, ...document }) => ({
      url,
      schema: route.config?.access === undefined ? HIDDEN : describe(route, describersOf(document)),
    }),
  })
}

const DESCRIPTION =
  'A self-hosted store back end that delivers its events to webhooks and queues. ' +
  'Request an access token with the id and secret of a key, and send it with every request: `Authorization: Bearer TOKEN`. ' +
  'The `data` of a body may contain every member that the response returns, so that you can send back what you have read; ' +
  'read-only members are ignored. Members of `x-ignored` are accepted, have no effect, and are listed in ' +
  '`meta.ignored` of the response; members of `x-refused` are rejected with the reason. Any other member is an error (422), unless the setting `unknown_members` allows it in an operation with `x-reports-unknown`. An optional `type` may be omitted, because the path implies it. ' +
  'Unknown query parameters and headers are ignored.\n\n' +
  'If standbys of the database serve reads, the data may be up to ten seconds old, usually one second. `Cache-Control: no-cache` in a request reads the latest committed data.\n\n' +
  'An operation accepts the token of a seller, that is, of a key or a person. `x-permission` is the permission that this token needs. ' +
  '`x-access` names the other callers: `shopper`, callers with a shopper token; `customer`, callers that also send the token of the customer; `account`, callers that also send the token of a member of the account; ' +
  '`person`, only a person who has logged in. `x-filter` lists the fields that a list filters by, each with the name of its operators, which `x-filter-operators` lists; `x-sort` lists the fields that it sorts by.'

const EXTENSIONS = { 'x-tagGroups': documentTagGroups }

/** Two schemes for the same token: the plain token, and how to request it, which lets tools log in with a key. */
function securitySchemes(address: string) {
  const tokenUrl = `${address}${TOKEN_PATH}`
  return {
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    client_credentials: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } },
  } as const
}

const TOKEN_PATH = '/oauth/access_token'

const HIDDEN: FastifySchema = { hide: true }

type Schemas = Record<string, object>

/** Rewrite the schemas of bodies and responses for the document. Schemas with an `$id` become components. */
type Describers = { body(schema: unknown): unknown; response(schema: unknown): unknown }

function openApiOf(document: object): OpenApi {
  const { openapiObject } = document as { openapiObject: OpenApi }
  return openapiObject
}

function transformed(document: OpenApi): OpenApi {
  const named = withNamedParts(withListFields(withOptionalBodies(document)))
  const readable = withCommonAnnotations(withPlainForms(withPlainUnions(withNullableTypes(named))))
  return withSharedParameters(withPathParameters(withSharedResponses(readable)))
}

/** One per generated document, because schemas of one document share many parts. */
function describersOf(document: object): Describers {
  const { schemas } = openApiOf(document).components
  const known = describers.get(schemas)
  if (known !== undefined) return known
  const named = componentNamer(schemas)
  const [body, response] = [bodyDescriber(), responseDescriber()]
  const made: Describers = { body: (schema) => named(body(schema)), response: (schema) => named(response(schema)) }
  describers.set(schemas, made)
  return made
}

const describers = new WeakMap<object, Describers>()

/**
 * The schema of a route in the OpenAPI document, with components for schemas with an `$id` and with error responses.
 */
function describe(route: RouteOptions, describers: Describers): FastifySchema {
  const schema = route.config?.documented ?? {}
  const access = route.config?.access ?? 'seller'
  const permission = permissionOf(route) ?? null
  const responses: Schemas = { ...(schema.response ?? {}) }
  for (const status of errorStatuses(schema, access)) responses[status] = ErrorResponse
  return {
    ...schema,
    ...(access === 'public' ? {} : { headers: withCommon(describedHeaders(schema.headers), access) }),
    ...(schema.body === undefined ? {} : describedBody(schema.body, route, describers)),
    response: mapMembers(responses, (response, status) => ({
      description: STATUS_DESCRIPTIONS[status] ?? STATUS_CODES[status] ?? '',
      ...(describers.response(response) as object),
    })),
    ...describedAccess(access, permission, isReporting(route)),
  }
}

function describedBody(body: unknown, route: RouteOptions, describers: Describers): object {
  if (route.config?.optional_body !== true) return { body: describers.body(body) }
  return { body: describers.body(withoutNull(body)), [OPTIONAL_BODY]: true }
}

/** Marks an operation until its document is complete, because the generator declares every body as required. */
const OPTIONAL_BODY = 'x-optional-body'

function withOptionalBodies(document: OpenApi): OpenApi {
  const paths = mapMembers(document.paths, (methods) =>
    mapMembers(methods, ({ [OPTIONAL_BODY]: isOptional, ...operation }: Operation & { [OPTIONAL_BODY]?: true }) => {
      const { requestBody } = operation
      return isOptional && requestBody ? { ...operation, requestBody: { ...requestBody, required: false } } : operation
    }),
  )
  return { ...document, paths }
}

/** Headers that the authentication reads, so that routes need not declare them. */
function withCommon(own: { properties?: object }, access: Access): unknown {
  const holders =
    access === 'seller' || access === 'person'
      ? {}
      : { 'X-Customer-Token': CUSTOMER_TOKEN, 'X-Account-Token': ACCOUNT_TOKEN }
  return { ...own, type: 'object', properties: { ...own.properties, 'X-Store-Id': STORE_ID, ...holders } }
}

const CUSTOMER_TOKEN = {
  type: 'string',
  description: 'Token of a logged-in customer (`POST /v2/customers/tokens`).',
}
const ACCOUNT_TOKEN = {
  type: 'string',
  description: 'Token of a logged-in account member (`POST /v2/account-members/tokens`).',
}

/**
 * A pattern instead of a format, because Python clients pass a header with a format as an object to their HTTP library,
 * which fails.
 */
const STORE_ID = {
  type: 'string',
  pattern: '^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$',
  description:
    'Store to act on, for a token of an organization. Without it, the request acts on the organization itself.',
}

/**
 * The errors that follow from a route's access, parameters and body, and that programs handle. Every caller can name a
 * store that is not its own. Errors that any request can cause are one response, `default`, because otherwise they
 * would be half of all documented responses.
 */
function errorStatuses(schema: FastifySchema, access: Access): (number | string)[] {
  return [
    ...(access === 'public' && schema.params === undefined ? [] : [404]),
    ...(takesIdempotencyKey(schema) ? [410] : []),
    ...(schema.body === undefined ? [] : [422]),
    'default',
  ]
}

function takesIdempotencyKey({ headers }: FastifySchema): boolean {
  const { properties } = (headers ?? {}) as { properties?: object }
  return properties !== undefined && 'idempotency-key' in properties
}

const STATUS_DESCRIPTIONS: Readonly<Record<string, string>> = {
  401: 'The access token is missing, invalid or expired.',
  403: 'The access token does not permit the request: a seller lacks the permission of the operation (`x-permission`), or a shopper must not use it.',
  404: 'The resource does not exist, or belongs to another store or organization.',
  409: 'The resource has changed in the meantime, or its state or another resource prevents the request.',
  410: 'The request with this Idempotency-Key succeeded, but its response was erased because it contained personal data.',
  422: 'The body is invalid; one entry per problem, with a pointer.',
  default:
    'Another error. 400: a query parameter, a header or the syntax of the body is invalid. ' +
    '401: the access token is missing, invalid or expired. 403: the access token does not permit the request; a seller lacks the permission of the operation (`x-permission`), or a shopper must not use it. ' +
    '500: internal error. 503: temporarily unavailable (with Retry-After). ' +
    'Other client errors: 405, 408, 413, 415, 429 (with Retry-After), 431.',
}
