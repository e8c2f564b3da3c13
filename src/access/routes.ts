import { type Static, Type } from 'typebox'
import { parseFormBody } from '../http/bodies/form-body.ts'
import { parseJsonBody } from '../http/bodies/json-body.ts'
import { NUL, NUL_RULE } from '../http/bodies/nul.ts'
import { errorResponses } from '../http/error-response.ts'
import type { Server } from '../http/server.ts'
import { AppError, type Problem } from '../kernel/errors.ts'
import type { Access } from './access.ts'
import type { Credentials } from './grant.ts'

const Text = (description: string) => Type.String({ minLength: 1, maxLength: 255, description })

const GrantType = Type.Enum(['client_credentials', 'implicit'], {
  title: 'GrantType',
  description: '`client_credentials` gives a seller token, `implicit` a shopper token.',
})

const TokenRequest = Type.Object(
  {
    grant_type: GrantType,
    client_id: Type.Optional(Text('Id of the key; HTTP Basic authentication is accepted instead.')),
    client_secret: Type.Optional(Text('Secret of the key, for `client_credentials`.')),
  },
  { $id: 'TokenRequest' },
)
type TokenRequest = Static<typeof TokenRequest>

const AccessToken = Type.Object(
  {
    access_token: Type.String({ description: 'Send it as `Authorization: Bearer ACCESS_TOKEN`.' }),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'Seconds from now.' }),
    expires: Type.Integer({ description: 'Seconds since the epoch.' }),
    identifier: GrantType,
  },
  { $id: 'AccessToken' },
)

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

const schema = {
  operationId: 'CreateAccessToken',
  summary: 'Get an access token',
  tags: ['Access'],
  description: 'A JSON body with the same members is accepted too.',
  consumes: [FORM, JSON_TYPE],
  body: TokenRequest,
  response: { 200: AccessToken, ...errorResponses(401, 429) },
}

// Code generators create a client for only one media type.
const config = { access: 'public', documented: { consumes: [FORM] } } as const

export function routes(server: Server, access: Access): void {
  server.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers()
    // Some clients send a form with a JSON content type.
    scope.addContentTypeParser<string>([FORM, JSON_TYPE], { parseAs: 'string', bodyLimit: 16_384 }, readBody)
    scope.post('/oauth/access_token', { config, schema, attachValidation: true }, async (request) => {
      if (request.validationError instanceof AppError) throw malformed(request.validationError.problems)
      return access.grant(credentialsOf(request.body, request.headers.authorization), request.clientAddress)
    })
  })
}

async function readBody(_request: unknown, body: string): Promise<unknown> {
  return body.trimStart().startsWith('{') ? parseJsonBody(body) : parseFormBody(body)
}

function credentialsOf(body: TokenRequest, authorization: string | undefined): Credentials {
  const { client_id, client_secret } = { ...basic(authorization), ...body }
  if (client_id === undefined) throw malformed([missing('client_id')])
  if (body.grant_type === 'implicit') return { grant_type: 'implicit', client_id }
  if (client_secret === undefined) throw malformed([missing('client_secret')])
  return { grant_type: body.grant_type, client_id, client_secret }
}

/**
 * Id and secret of an HTTP Basic header. Neither contains a character that form encoding (RFC 6749, 2.3.1) would
 * change.
 */
function basic(header: string | undefined): Pick<TokenRequest, 'client_id' | 'client_secret'> {
  const encoded = header === undefined ? undefined : /^basic +(\S+)$/i.exec(header.trim())?.[1]
  if (encoded === undefined) return {}
  const decoded = Buffer.from(encoded, 'base64').toString()
  if (decoded.includes(NUL)) throw nulInHeader()
  const [client_id, client_secret] = decoded.split(':', 2)
  return client_id === undefined || client_secret === undefined ? {} : { client_id, client_secret }
}

function nulInHeader(): AppError {
  const detail = `The decoded value of Authorization ${NUL_RULE}`
  return new AppError('malformed_header', [{ detail, header: 'Authorization' }])
}

function missing(name: string): Problem {
  return { detail: `${name} is required.`, pointer: `/${name}` }
}

function malformed(problems: readonly Problem[]): AppError {
  return new AppError('malformed_body', problems)
}
