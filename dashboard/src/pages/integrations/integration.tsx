import { Outlet } from '@tanstack/react-router'
import { useParam } from '../../kit/address-state.ts'
import type { RowOf } from '../../kit/list/list-query.ts'
import { Page } from '../../kit/page.tsx'
import { Loaded } from '../../kit/states.tsx'
import { PageTabs } from '../../kit/tabs.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { useRead } from '../../kit/use-read.ts'
import type { Paths } from '../../paths.ts'
import { Status } from '../../ui/status.tsx'

export type Integration = RowOf<'/v2/integrations'>

/** The integration of the address. Pages below it read it from what the layout has loaded. */
export function useIntegration() {
  const integration_id = useParam('integration')
  return useRead('/v2/integrations/{integration_id}', { params: { path: { integration_id } } })
}

/** One integration: its name and state, and the tab of the address below them. */
export function IntegrationLayout() {
  const query = useIntegration()
  return (
    <Loaded query={query} what="integration">
      {({ data }) => <Shown integration={data} />}
    </Loaded>
  )
}

function Shown({ integration }: { integration: Integration }) {
  const paths = usePaths()
  const { name, enabled } = integration
  return (
    <Page
      title={name}
      beside={<Status tone={enabled ? 'ok' : 'off'}>{enabled ? 'Enabled' : 'Disabled'}</Status>}
      crumbs={[{ label: 'Integrations', to: paths.integrations() }]}
      tabs={<PageTabs label="Integration" tabs={tabsOf(paths, integration.id)} />}
    >
      <Outlet />
    </Page>
  )
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
