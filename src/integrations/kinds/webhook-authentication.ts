import { Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { isObject } from '../../kernel/json/json.ts'
import type { Members } from './kind.ts'
import { isHeaderValue, problemAt } from './members.ts'

/** Credentials that a webhook request carries besides its signature. */
export type Authentication =
  | { type: 'basic'; username: string; password: string }
  | { type: 'bearer'; token: string }
  | ClientCredentials

/** The OAuth 2.0 client credentials grant: RFC 6749, section 4.4. */
export type ClientCredentials = {
  type: 'oauth2_client_credentials'
  token_url: string
  client_id: string
  client_secret: string
  scope?: string | undefined
  audience?: string | undefined
  /** Transport of the client's id and secret: the `Authorization` header, or the body for servers that require it. */
  client_authentication: (typeof CLIENT_AUTHENTICATIONS)[number]
}

const CLIENT_AUTHENTICATIONS = ['header', 'body'] as const

const Text = Type.String({ minLength: 1, maxLength: 4096 })
const closed = { additionalProperties: false }

export const AuthenticationSchema = Type.Union(
  [
    Type.Object({ type: Type.Literal('basic'), username: Text, password: Text }, closed),
    Type.Object({ type: Type.Literal('bearer'), token: Text }, closed),
    Type.Object(
      {
        type: Type.Literal('oauth2_client_credentials'),
        token_url: Type.String(),
        client_id: Text,
        client_secret: Text,
        scope: Type.Optional(Text),
        audience: Type.Optional(Text),
        client_authentication: Type.Optional(Type.Enum([...CLIENT_AUTHENTICATIONS], { title: 'ClientAuthentication' })),
      },
      closed,
    ),
  ],
  {
    title: 'WebhookAuthentication',
    description:
      'what the `Authorization` header is made from: `type` `basic` with `username`, `password`; `bearer` with ' +
      '`token`; `oauth2_client_credentials` with `token_url`, `client_id`, `client_secret`, `scope?`, `audience?`, ' +
      '`client_authentication?` (`header` or `body`)',
  },
)

type Check = (value: unknown) => string | null
type Rules = { required: Readonly<Record<string, Check>>; optional: Readonly<Record<string, Check>> }

/** Members that are not masked. */
export const VISIBLE_MEMBERS = [
  'type',
  'username',
  'token_url',
  'client_id',
  'scope',
  'audience',
  'client_authentication',
] as const

const RULES: Readonly<Record<Authentication['type'], Rules>> = {
  basic: { required: { username: checkUsername, password: checkText }, optional: {} },
  bearer: { required: { token: checkToken }, optional: {} },
  oauth2_client_credentials: {
    required: { token_url: checkTokenUrl, client_id: checkText, client_secret: checkText },
    optional: { scope: checkText, audience: checkText, client_authentication: checkClientAuthentication },
  },
}

export function checkAuthentication({ authentication }: Members): Problem[] {
  if (authentication === undefined) return []
  const types = Object.keys(RULES).join(', ')
  if (!isObject(authentication))
    return [problemAt('authentication', `authentication must be an object with a type: ${types}.`)]
  const { type, ...given } = authentication
  const rules =
    typeof type === 'string' && Object.hasOwn(RULES, type) ? RULES[type as Authentication['type']] : undefined
  if (rules === undefined) return [problemAt('authentication/type', `type must be one of ${types}.`)]
  const known: Record<string, Check> = { ...rules.optional, ...rules.required }
  const names = new Set([...Object.keys(rules.required), ...Object.keys(given)])
  return [...names].flatMap((name) => {
    const check = Object.hasOwn(known, name) ? known[name] : undefined
    const allowed = `allowed are ${Object.keys(known).join(', ')}`
    const problem = check === undefined ? `is not a member of ${type}: ${allowed}` : check(given[name])
    return problem === null ? [] : [problemAt(`authentication/${name}`, `${name} ${problem}.`)]
  })
}

function checkText(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return 'is required: a non-empty string'
  return value.length > 4_096 ? 'must not be longer than 4096 characters' : null
}

/** A colon would end the user name (RFC 7617, section 2). */
function checkUsername(value: unknown): string | null {
  return checkText(value) ?? (String(value).includes(':') ? 'must not contain a colon' : null)
}

function checkToken(value: unknown): string | null {
  return checkText(value) ?? (isHeaderValue(String(value)) ? null : 'must consist of visible ASCII characters')
}

function checkTokenUrl(value: unknown): string | null {
  const url = typeof value === 'string' ? URL.parse(value) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return 'must be a URL that starts with http:// or https://'
  return url.username === '' && url.password === '' ? null : 'must not contain a user name or password'
}

function checkClientAuthentication(value: unknown): string | null {
  return CLIENT_AUTHENTICATIONS.some((place) => place === value)
    ? null
    : `must be ${CLIENT_AUTHENTICATIONS.join(' or ')}`
}

/** Returns the authentication of validated members; undefined without one. */
export function authenticationIn({ authentication }: Members): Authentication | undefined {
  if (!isObject(authentication) || checkAuthentication({ authentication }).length > 0) return undefined
  return { client_authentication: 'header', ...authentication } as Authentication
}
