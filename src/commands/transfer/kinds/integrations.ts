import type { Item, Kind, Members } from '../../../client/transfer/kind.ts'
import { integrationTypes } from '../../../integrations/kinds/kinds.ts'
import { splitSecrets } from '../../../integrations/rules/configuration.ts'
import { isObject } from '../../../kernel/json/json.ts'

/** Replaces required secrets until the owner sets them. */
const PLACEHOLDER = 'set-this-secret'

export const integrations: Kind = {
  name: 'integrations',
  path: '/integrations',
  type: 'integration',
  frame: 'flat',
  order: { key: 'name' },
  match: ['name'],
  leaf: true,
  // A copy of a store must not deliver to the receivers of the original.
  omit: ['enabled'],
  strip: withoutSecrets,
  fill: ({ configuration, integration_type }) => ({
    enabled: false,
    ...(String(integration_type).endsWith('sqs') && {
      configuration: {
        ...(configuration as Members),
        access_key_id: PLACEHOLDER,
        secret_access_key: PLACEHOLDER,
      },
    }),
  }),
}

function withoutSecrets(item: Item): Item {
  const { configuration, integration_type } = item
  const type = integrationTypes.find((known) => known === integration_type)
  if (!isObject(configuration)) return item
  // Any member may be a secret if this release does not know the type.
  return { ...item, configuration: type === undefined ? {} : splitSecrets(type, configuration).open }
}
