import type { Kind, Members } from '../../client/configuration/kind.ts'
import { IntegrationCreate } from '../../integrations/integration.ts'
import { declarationOf, integrationTypes } from '../../integrations/kinds/kinds.ts'
import { isSealed, maskForOwner } from '../../integrations/rules/configuration.ts'
import { isObject } from '../../kernel/json/json.ts'
import { DEFAULTS, validator } from './kind-of.ts'

const typeOf = (members: Members, current: Members | null) =>
  integrationTypes.find((type) => type === (members.integration_type ?? current?.integration_type))

/** A generated secret is not in the file, so it could not be compared. */
const NOT_DECLARED = ['type', 'generate_secret']

/** Integrations with masked secrets, as responses show them. */
export const integrationKind: Kind = {
  ...DEFAULTS,
  type: 'integration',
  path: '/integrations',
  frame: 'flat',
  key: ['name'],
  members: Object.keys(IntegrationCreate.properties).filter((name) => !NOT_DECLARED.includes(name)),
  sets: ['observes'],
  merged: ['configuration'],
  validate: validator('integration', 'flat', IntegrationCreate),
  check(members, current) {
    const type = typeOf(members, current)
    const { configuration } = members
    if (type === undefined || !isObject(configuration)) return []
    const whole = { ...(isObject(current?.configuration) && current.configuration), ...configuration }
    const given = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null))
    // Members that the store already has are masked, so their problems are not mistakes of the file.
    return declarationOf(type)
      .check(given, { sqs_machine_role: true })
      .map(({ pointer = '', detail }) => ({ pointer: pointer.replace('/data', ''), detail }))
      .filter(({ pointer }) => current === null || Object.hasOwn(configuration, pointer.split('/')[2] ?? ''))
  },
  shown(members, current) {
    const type = typeOf(members, current)
    if (type === undefined || !isObject(members.configuration)) return members
    return { ...members, configuration: maskForOwner(type, members.configuration) }
  },
  isSecret(member, members) {
    const type = typeOf(members, null)
    const [first, name = ''] = member.split('.')
    return type !== undefined && first === 'configuration' && isSealed(type, name)
  },
}
