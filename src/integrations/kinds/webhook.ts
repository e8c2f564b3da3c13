import { Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import type { Kind, Members } from './kind.ts'
import { checkHttpUrl, checkOptionalText, hostAndPort, problemAt, textIn } from './members.ts'
import {
  type Authentication,
  authenticationIn,
  checkAuthentication,
  VISIBLE_MEMBERS,
} from './webhook-authentication.ts'
import { checkHeaders, headersIn, type OwnHeaders } from './webhook-headers.ts'

export type WebhookConfiguration = {
  url: string
  secret_key?: string
  headers?: OwnHeaders | undefined
  authentication?: Authentication | undefined
}

/** Characters of a secret below which it can be found by trying. */
const SHORTEST_SECRET = 16
/** Bytes of a key, as Standard Webhooks asks for. */
const KEY_BYTES = { least: 24, most: 64 }
const HOW_TO_MAKE_ONE = 'Make one with: echo "whsec_$(openssl rand -base64 32)"'

/** An HTTP endpoint that is posted to. */
export const webhook: Kind<WebhookConfiguration> = {
  spellings: [],
  schema: Type.Object({
    url: Type.String(),
    secret_key: Type.Optional(
      Type.String({ description: 'any text, or `whsec_` followed by the padded base64 of 24 to 64 bytes' }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'sent with each delivery, at most 20' }),
    ),
    authentication: Type.Optional(
      Type.Object(
        { type: Type.Enum(['basic', 'bearer', 'oauth2_client_credentials']) },
        {
          additionalProperties: true,
          description:
            'what the `Authorization` header is made from: `type` `basic` with `username`, `password`; `bearer` with ' +
            '`token`; `oauth2_client_credentials` with `token_url`, `client_id`, `client_secret`, `scope?`, `audience?`, ' +
            '`client_authentication?` (`header` or `body`)',
        },
      ),
    ),
  }),
  aliases: {},
  secrets: ['secret_key', 'headers', 'authentication'],
  visible: { authentication: VISIBLE_MEMBERS },
  shownInClear: ['secret_key'],
  addresses: ['url'],
  check: (members) => [
    ...checkHttpUrl(members, 'url'),
    ...checkOptionalText(members, 'secret_key'),
    ...checkSecretFormat(members),
    ...checkHeaders(members),
    ...checkAuthentication(members),
  ],
  warn: ({ secret_key }) =>
    typeof secret_key === 'string' && secret_key !== '' && secret_key.length < SHORTEST_SECRET
      ? [`secret_key has fewer than ${SHORTEST_SECRET} characters, so that it can be guessed. ${HOW_TO_MAKE_ONE}`]
      : [],
  parse: (members) => {
    const { secret_key } = members
    return {
      url: textIn(members, 'url') ?? '',
      ...(typeof secret_key === 'string' && { secret_key }),
      headers: headersIn(members),
      authentication: authenticationIn(members),
    }
  },
  endpoint: ({ url }) => hostAndPort(url),
}

/**
 * A secret that starts with `whsec_` has to be one that every library decodes to the same key: some refuse unpadded, URL-safe
 * or short ones, and others derive different keys from them.
 */
function checkSecretFormat({ secret_key }: Members): Problem[] {
  if (typeof secret_key !== 'string' || !secret_key.startsWith('whsec_')) return []
  const encoded = secret_key.slice('whsec_'.length)
  const key = Buffer.from(encoded, 'base64')
  const isCanonical = key.toString('base64') === encoded
  if (isCanonical && key.length >= KEY_BYTES.least && key.length <= KEY_BYTES.most) return []
  const required = `padded standard base64 of ${KEY_BYTES.least} to ${KEY_BYTES.most} bytes must follow`
  return [problemAt('secret_key', `secret_key starts with whsec_, so that ${required}. ${HOW_TO_MAKE_ONE}`)]
}
