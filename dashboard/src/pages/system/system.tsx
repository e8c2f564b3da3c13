import { Outlet, useLocation } from '@tanstack/react-router'
import { Problem } from '../../api/problem.ts'
import type { GetPath } from '../../api/queries.ts'
import { Page } from '../../kit/page.tsx'
import { ScopeContext, whyForbidden } from '../../kit/scope.ts'
import { ProblemView } from '../../kit/states.tsx'
import { PageTabs } from '../../kit/tabs.tsx'
import { paths } from '../../paths.ts'
import { useDeployment } from './deployment.ts'

const TABS = [
  { label: 'Overview', to: paths.system('overview') },
  { label: 'Workers', to: paths.system('workers') },
  { label: 'Stores', to: paths.system('stores') },
  { label: 'Database', to: paths.system('database') },
  { label: 'Broker', to: paths.system('broker') },
]

const READS: Readonly<Record<string, GetPath>> = {
  workers: '/v2/operations/workers',
  stores: '/v2/organizations',
  database: '/v2/operations/partitions',
  broker: '/v2/operations/transport',
}

function requestOf(pathname: string): { path: GetPath } {
  return { path: READS[pathname.split('/')[2] ?? ''] ?? '/v2/operations' }
}

/** Pages for operators of the deployment. They show names of stores, but no data of a store. */
export function SystemPage() {
  const deployment = useDeployment()
  const { pathname } = useLocation()
  const forbidden = whyForbidden('GetOperations', deployment)
  return (
    <ScopeContext value={deployment}>
      <Page
        title="System"
        description="The whole deployment, for those who run it."
        {...(forbidden === null ? { request: requestOf(pathname) } : {})}
        tabs={forbidden === null && <PageTabs label="Parts of the system" tabs={TABS} />}
      >
        {forbidden === null ? <Outlet /> : <ProblemView error={refusal(forbidden)} what="page" />}
      </Page>
    </ScopeContext>
  )
}

/** Same form as an error of the API. */
function refusal(title: string): Problem {
  return new Problem({
    status: 403,
    details: [{ status: 403, title, detail: title }],
    request_id: null,
    retry_after: null,
  })
}
