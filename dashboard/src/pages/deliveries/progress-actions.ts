import type { OperationId } from '../../api/operations.ts'
import type { Action } from '../../kit/actions.tsx'
import type { Progressing } from './rules/run-words.ts'

export type ProgressChange = 'pause' | 'resume' | 'cancel'

type ProgressActions = {
  status: Progressing
  change: (change: ProgressChange) => void
  operations: Readonly<Record<ProgressChange, OperationId>>
  pending: ProgressChange | null
  cancelLabel: string
}

/** Pause or resume, and cancel: of a run and of a replay. */
export function progressActions({ status, change, operations, pending, cancelLabel }: ProgressActions): Action[] {
  const isOver = status === 'completed' || status === 'cancelled'
  const over = isOver ? `It is ${status}.` : null
  const toggle = status === 'paused' ? 'resume' : 'pause'
  return [
    {
      name: toggle === 'pause' ? 'Pause' : 'Resume',
      key: 'p',
      operation: operations[toggle],
      run: () => change(toggle),
      busy: pending === toggle,
      disabledReason: over,
    },
    {
      name: cancelLabel,
      danger: true,
      operation: operations.cancel,
      run: () => change('cancel'),
      busy: pending === 'cancel',
      disabledReason: over,
    },
  ]
}
