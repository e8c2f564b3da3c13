import { secret } from '../kit/form/overrides.ts'
import { switchColumn } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'
import { withRemovedCredentials } from './shapes/credentials.ts'

export const gateways = resource({
  address: 'gateways',
  list: '/v2/gateways',
  one: '/v2/gateways/{gateway_slug}',
  id: 'slug',
  label: { one: 'payment gateway', many: 'payment gateways' },
  about: 'Orders are paid through the gateways that are enabled. Every store has the same ones.',
  columns: ['name', 'slug', switchColumn('enabled'), { ...switchColumn('test', 'Test', 'Live'), header: 'Mode' }],
  form: () => ({
    credentials: {
      keyLabel: 'Credential',
      help: 'By name. Saved credentials are masked, and kept unless you change them.',
    },
    'credentials.*': secret,
  }),
  adapt: { body: withRemovedCredentials },
})
