import type { IntegrationJob } from '../../../generated/schema.ts'
import type { Action } from '../../../kit/actions.tsx'
import { useAddressState } from '../../../kit/address-state.ts'
import type { ListState } from '../../../kit/list/use-list.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { NO_JOBS_MATCH } from '../../../messages/en.ts'
import { type RunAction, runOfList } from '../rules/run-of-list.ts'

/** Maximum number of job ids in an address. */
const MAX_SELECTED = 100

export function useBulkActions(
  integration: string,
  { filter, range, list }: ListState<IntegrationJob>,
  selected: ReadonlySet<string>,
): readonly Action[] {
  const paths = usePaths()
  const [state] = useAddressState()
  const all = (action: RunAction) => {
    const run = runOfList({ action, integration, filter, range: range ?? 'all', now: Date.now() })
    return {
      to: paths.newJobRun(integration, { ...state, panel: undefined, action }),
      operation: 'CreateJobRun' as const,
      disabledReason: 'reason' in run ? run.reason : list.count === 0 ? NO_JOBS_MATCH : null,
    }
  }
  const some = (action: RunAction) => ({
    to: paths.newJobRun(integration, { ...state, panel: undefined, action, jobs: [...selected].join(',') }),
    operation: 'CreateJobRun' as const,
    disabledReason:
      selected.size > MAX_SELECTED
        ? `At most ${MAX_SELECTED} can be selected. To change more, filter the list and choose all that match.`
        : null,
  })
  const named =
    selected.size === 0
      ? []
      : [
          { name: `Retry ${selected.size} selected`, ...some('retry') },
          { name: `Cancel ${selected.size} selected`, danger: true, ...some('cancel') },
        ]
  return [
    ...named,
    { name: 'Retry all that match', ...all('retry') },
    { name: 'Cancel all that match', danger: true, ...all('cancel') },
    { name: 'Runs', to: paths.jobRuns(), operation: 'ListJobRuns' as const },
  ]
}
