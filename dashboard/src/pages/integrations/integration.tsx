import { Outlet, useLocation } from '@tanstack/react-router'
import { LoadedPage } from '../../kit/loaded-page.tsx'
import { Page, type PageRequest } from '../../kit/page.tsx'
import { PageTabs } from '../../kit/tabs.tsx'
import { isSigned } from '../../kit/targets/targets.ts'
import { usePaths } from '../../kit/use-paths.ts'
import type { Paths } from '../../paths.ts'
import { Status } from '../../ui/status.tsx'
import { useIntegrationActions } from './integration-actions.tsx'
import { healthWords } from './rules/health-sentence.ts'
import { type Integration, useHealth, useIntegration } from './use-integration.ts'

/** Header of an integration with the current tab below. */
export function IntegrationLayout() {
  const paths = usePaths()
  const query = useIntegration()
  return (
    <LoadedPage query={query} what="integration" crumbs={crumbsOf(paths)}>
      {({ data }) => <Shown key={data.id} integration={data} />}
    </LoadedPage>
  )
}

const crumbsOf = (paths: Paths) => [{ label: 'Integrations', to: paths.integrations() }]

function Shown({ integration }: { integration: Integration }) {
  const paths = usePaths()
  const { actions, problem } = useIntegrationActions(integration)
  const { pathname } = useLocation()
  const { name, description } = integration
  return (
    <Page
      title={name}
      beside={<State integration={integration} />}
      {...(description === '' ? {} : { description })}
      crumbs={crumbsOf(paths)}
      request={requestOf(integration.id, pathname)}
      actions={actions}
      quiet
      tabs={<PageTabs label="Integration" tabs={tabsOf(paths, integration)} />}
    >
      {problem}
      <Outlet />
    </Page>
  )
}

const ONE = '/v2/integrations/{integration_id}'

/** Read of the current tab; lists have the button next to their filters. */
function requestOf(integration_id: string, pathname: string): PageRequest {
  const part = pathname.endsWith(integration_id) ? 'health' : pathname.split('/').at(-1)
  const path = part === 'health' || part === 'secret' ? (`${ONE}/${part}` as const) : ONE
  return { path, params: { integration_id } }
}

function State({ integration: { enabled } }: { integration: Integration }) {
  const { data } = useHealth()
  if (!enabled || data === undefined)
    return <Status tone={enabled ? 'ok' : 'off'}>{enabled ? 'Enabled' : 'Disabled'}</Status>
  const { word, tone } = healthWords(data.data)
  return <Status tone={tone}>{word}</Status>
}

const tabsOf = (paths: Paths, { id, integration_type }: Integration) => [
  { label: 'Health', to: paths.integration(id) },
  { label: 'Jobs', to: paths.integration(id, 'jobs') },
  { label: 'Attempts', to: paths.integration(id, 'attempts') },
  { label: 'Replays', to: paths.integration(id, 'replays') },
  { label: 'Live', to: paths.integration(id, 'live') },
  { label: 'Settings', to: paths.integration(id, 'settings') },
  { label: isSigned(integration_type) ? 'Secret' : 'Consumer', to: paths.integration(id, 'secret') },
]
