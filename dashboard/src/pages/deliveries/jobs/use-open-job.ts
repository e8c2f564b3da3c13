import { useHotkeys } from '@mantine/hooks'
import { useAddressState } from '../../../kit/address-state.ts'
import { useGoTo } from '../../../kit/link.tsx'
import { usePaths } from '../../../kit/use-paths.ts'

/** Job whose panel is open; the address has `panel=job:{id}`. */
export function useOpenJob(): [string | null, (job: string | null) => void] {
  const [{ panel }, change] = useAddressState()
  const opened = panel?.startsWith('job:') ? panel.slice('job:'.length) : null
  const open = (job: string | null) => {
    const value = job === null ? null : `job:${job}`
    // Moving through the list must add only one entry to the history.
    if (opened === null) change({ panel: value }, 'push')
    else change({ panel: value })
  }
  return [opened, open]
}

/** Enter opens the page of the job in the panel, unless a control has the focus. */
export function useEnterOpensJob(integration: string, opened: string | null): void {
  const paths = usePaths()
  const goTo = useGoTo()
  const open = () => {
    const isOnControl = document.activeElement?.closest('a, button, input, pre, [role="dialog"], [tabindex="0"]')
    if (opened !== null && !isOnControl) goTo(paths.job(integration, opened))
  }
  useHotkeys([['Enter', open, { preventDefault: false }]])
}
