import { Type } from 'typebox'
import type { Kind } from './kind.ts'
import { checkHttpUrl, checkOptionalText, hostAndPort, textIn } from './members.ts'

export type WebhookConfiguration = { url: string; secret_key?: string }

/** An HTTP endpoint that is posted to. */
export const webhook: Kind<WebhookConfiguration> = {
  spellings: [],
  schema: Type.Object({ url: Type.String(), secret_key: Type.Optional(Type.String()) }),
  aliases: {},
  secrets: ['secret_key'],
  shownInClear: ['secret_key'],
  addresses: ['url'],
  check: (members) => [...checkHttpUrl(members, 'url'), ...checkOptionalText(members, 'secret_key')],
  parse: (members) => {
    const { secret_key } = members
    return { url: textIn(members, 'url') ?? '', ...(typeof secret_key === 'string' && { secret_key }) }
  },
  endpoint: ({ url }) => hostAndPort(url),
}
