import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Empty } from '../../../ui/layout/empty.tsx'
import { missingBefore } from '../rules/draft.ts'
import { useDraft, useGoToStep } from './draft-state.ts'

export const WHY_NOT_YET = {
  type: 'First choose where the events go.',
  events: 'First choose which events it observes.',
  target: 'First enter the target. Secrets are not part of this page’s address, so you must enter them again.',
}

/** Shows a notice instead of the step if an earlier step is incomplete. */
export function StepBefore({ step, children }: { step: 'events' | 'target' | 'check'; children: ReactNode }) {
  const { draft } = useDraft()
  const goToStep = useGoToStep()
  const missing = missingBefore(step, draft)
  if (missing === null) return children
  return (
    <Empty
      title="A step is missing"
      action={
        <Button variant="filled" onClick={() => goToStep(missing, draft)}>
          Go to that step
        </Button>
      }
    >
      {WHY_NOT_YET[missing]}
    </Empty>
  )
}
