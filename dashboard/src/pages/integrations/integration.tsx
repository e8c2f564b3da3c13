import { Outlet } from '@tanstack/react-router'
import { Page } from '../../kit/page.tsx'
import { Loaded } from '../../kit/states.tsx'
import { PageTabs } from '../../kit/tabs.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import type { Paths } from '../../paths.ts'
import { Status } from '../../ui/status.tsx'
import { useIntegrationActions } from './integration-actions.tsx'
import { healthWords } from './rules/health-sentence.ts'
import { type Integration, useHealth, useIntegration } from './use-integration.ts'

/** One integration: its name and state, and the tab of the address below them. */
export function IntegrationLayout() {
  const query = useIntegration()
  return (
    <Loaded query={query} what="integration">
      {({ data }) => <Shown key={data.id} integration={data} />}
    </Loaded>
  )
}

function Shown({ integration }: { integration: Integration }) {
  const paths = usePaths()
  const { actions, dialogs } = useIntegrationActions(integration)
  const { name, description } = integration
  return (
    <Page
      title={name}
      beside={<State integration={integration} />}
      {...(description === '' ? {} : { description })}
      crumbs={[{ label: 'Integrations', to: paths.integrations() }]}
      actions={actions}
      tabs={<PageTabs label="Integration" tabs={tabsOf(paths, integration.id)} />}
    >
      <Outlet />
      {dialogs}
    </Page>
  )
}

function State({ integration: { enabled } }: { integration: Integration }) {
  const { data } = useHealth()
  if (!enabled || data === undefined)
    return <Status tone={enabled ? 'ok' : 'off'}>{enabled ? 'Enabled' : 'Disabled'}</Status>
  const { word, tone } = healthWords(data.data)
  return <Status tone={tone}>{word}</Status>
}

const tabsOf = (paths: Paths, id: string) => [
  { label: 'Health', to: paths.integration(id) },
  { label: 'Jobs', to: paths.integration(id, 'jobs') },
  { label: 'Attempts', to: paths.integration(id, 'attempts') },
  { label: 'Replays', to: paths.integration(id, 'replays') },
  { label: 'Live', to: paths.integration(id, 'live') },
  { label: 'Settings', to: paths.integration(id, 'settings') },
  { label: 'Secret', to: paths.integration(id, 'secret') },
]
