import { secret } from '../../../kit/form/overrides.ts'
import { resource } from '../../../kit/resource/resource.ts'
import { integrations } from '../../../resources/integrations.ts'
import { Status } from '../../../ui/status.tsx'
import { AlertDetail } from './alert-detail.tsx'

export const alerts = resource({
  address: 'alerts',
  list: '/v2/alerts',
  one: '/v2/alerts/{alert_id}',
  label: { one: 'alert', many: 'alerts' },
  about: 'Notifies people by e-mail or chat that an integration fails, was disabled, or falls behind.',
  columns: [
    'name',
    {
      id: 'enabled',
      header: 'State',
      card: true,
      width: '120px',
      cell: ({ enabled }) => <Status tone={enabled ? 'ok' : 'off'}>{enabled ? 'Enabled' : 'Disabled'}</Status>,
    },
    { id: 'to', header: 'Notifies', card: 'named', cell: ({ recipients, url }) => recipients?.join(', ') ?? url },
    { id: 'when', header: 'When an integration', width: 'minmax(180px, 2fr)', cell: whenText },
  ],
  form: ({ several }) => ({
    url: { ...secret, label: 'Address of the chat', help: 'Address of an incoming webhook. It is a secret.' },
    recipients: { help: 'E-mail addresses. Those of people who are not invited here must be confirmed by e-mail.' },
    integration_ids: { ...several(integrations), help: 'Empty: all, including later ones.' },
    failing_minutes: { label: 'Minutes of nothing but failures', help: 'Empty: failures are not reported.' },
    disabled: { label: 'When the service disables an integration', initial: true },
    enabled: { initial: true },
    channel: { initial: 'email' },
    backlog: { label: 'Waiting deliveries, more than', help: 'Empty: a backlog is not reported.' },
    remind_hours: { label: 'Remind after hours', help: 'Empty: each problem is reported once.' },
  }),
  order: [
    'name',
    'channel',
    'recipients',
    'url',
    'format',
    'integration_ids',
    'failing_minutes',
    'backlog',
    'disabled',
  ],
  detail: ({ id, unconfirmed_recipients }) => <AlertDetail id={id} unconfirmed={unconfirmed_recipients} />,
})

type Rules = { failing_minutes: number | null; disabled: boolean; backlog: number | null }

function whenText({ failing_minutes, disabled, backlog }: Rules): string {
  const parts = [
    ...(failing_minutes === null ? [] : [`fails for ${failing_minutes} min`]),
    ...(disabled ? ['is disabled'] : []),
    ...(backlog === null ? [] : [`more than ${backlog.toLocaleString('en-US')} wait`]),
  ]
  return parts.join(', or ')
}
