import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Empty } from '../../../ui/layout/empty.tsx'
import { missingBefore } from '../rules/draft.ts'
import { useDraft, useGoToStep } from './draft-state.ts'

export const WHY_NOT_YET = {
  type: 'Choose first where the events go.',
  events: 'Choose first which events it observes.',
  target: 'Say first where it is. Secrets are not part of the address of this page, so they are asked for again.',
}

/** Shows a notice instead of the step if an earlier step is incomplete. */
export function StepBefore({ step, children }: { step: 'events' | 'target' | 'check'; children: ReactNode }) {
  const { draft } = useDraft()
  const goToStep = useGoToStep()
  const missing = missingBefore(step, draft)
  if (missing === null) return children
  return (
    <Empty
      title="Not there yet"
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
