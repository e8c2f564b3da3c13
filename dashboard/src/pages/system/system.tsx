import { Outlet } from '@tanstack/react-router'
import { Problem } from '../../api/problem.ts'
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

/** The whole deployment, for those who run it. It shows names of stores, and nothing that belongs to one. */
export function SystemPage() {
  const deployment = useDeployment()
  const forbidden = whyForbidden('GetOperations', deployment)
  return (
    <ScopeContext value={deployment}>
      <Page
        title="System"
        description="The whole deployment, for those who run it."
        tabs={forbidden === null && <PageTabs label="Parts of the system" tabs={TABS} />}
      >
        {forbidden === null ? <Outlet /> : <ProblemView error={refusal(forbidden)} what="page" />}
      </Page>
    </ScopeContext>
  )
}

/** As the API would say it. */
function refusal(title: string): Problem {
  return new Problem({ status: 403, details: [{ status: 403, title }] as never, request_id: null, retry_after: null })
}
