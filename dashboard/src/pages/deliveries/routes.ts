import { type PageRoute, page } from '../../page-route.ts'

/** Tabs of an integration. */
export const deliveryRoutes: readonly PageRoute[] = [
  page('jobs', () => import('./jobs/jobs.tsx'), 'JobsPage', [
    page('run', () => import('./runs/job-run-create.tsx'), 'JobRunCreatePage'),
  ]),
  page('attempts', () => import('./attempts/attempts.tsx'), 'AttemptsPage'),
  page('replays', () => import('./replays/replays.tsx'), 'ReplaysPage'),
  page('live', () => import('./live/live.tsx'), 'LiveOfIntegrationPage'),
]

/** Full pages below an integration. */
export const runRoutes: readonly PageRoute[] = [
  page('integrations/$integration/jobs/$job', () => import('./jobs/job.tsx'), 'JobPage', [
    page('/', () => import('./attempts/attempt.tsx'), 'LastAttemptPage'),
    page('attempts/$log', () => import('./attempts/attempt.tsx'), 'AttemptPage'),
  ]),
  page('integrations/$integration/replays/new', () => import('./replays/replay-create.tsx'), 'ReplayCreatePage'),
  page('integrations/$integration/replays/$replay', () => import('./replays/replay.tsx'), 'ReplayPage'),
  page('integrations/runs', () => import('./runs/job-runs.tsx'), 'JobRunsPage'),
  page('integrations/runs/$run', () => import('./runs/job-run.tsx'), 'JobRunPage'),
  page('live', () => import('./live/live.tsx'), 'LivePage'),
]
