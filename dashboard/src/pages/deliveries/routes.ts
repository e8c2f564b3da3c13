import { type PageRoute, page } from '../../page-route.ts'

/** Below the page of an integration: what is shown in its tabs. */
export const deliveryRoutes: readonly PageRoute[] = [
  page('jobs', () => import('./jobs.tsx'), 'JobsPage', [
    page('run', () => import('./job-run-create.tsx'), 'JobRunCreatePage'),
  ]),
  page('attempts', () => import('./attempts.tsx'), 'AttemptsPage'),
  page('replays', () => import('./replays.tsx'), 'ReplaysPage'),
  page('live', () => import('./live.tsx'), 'LiveOfIntegrationPage'),
]

/** Pages of their own, beside the integrations. */
export const runRoutes: readonly PageRoute[] = [
  page('integrations/$integration/jobs/$job', () => import('./job.tsx'), 'JobPage', [
    page('/', () => import('./attempt.tsx'), 'LastAttemptPage'),
    page('attempts/$log', () => import('./attempt.tsx'), 'AttemptPage'),
  ]),
  page('integrations/$integration/replays/new', () => import('./replay-create.tsx'), 'ReplayCreatePage'),
  page('integrations/$integration/replays/$replay', () => import('./replay.tsx'), 'ReplayPage'),
  page('integrations/runs', () => import('./job-runs.tsx'), 'JobRunsPage'),
  page('integrations/runs/$run', () => import('./job-run.tsx'), 'JobRunPage'),
  page('live', () => import('./live.tsx'), 'LivePage'),
]
