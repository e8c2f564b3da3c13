import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OperationId } from '../../api/operations.ts'
import type { Action } from '../../kit/actions.tsx'
import { capitalized } from '../../kit/form/words.ts'
import { type Crumb, Page, type PageRequest } from '../../kit/page.tsx'
import { Loaded, ProblemView } from '../../kit/states.tsx'
import { Status } from '../../ui/status.tsx'
import { PROGRESS_STATUS, type Progressing } from './rules/run-words.ts'

export type ProgressChange = 'pause' | 'resume' | 'cancel'

type Buttons = {
  change: UseMutationResult<unknown, Error, ProgressChange>
  operations: Readonly<Record<ProgressChange, OperationId>>
  cancelLabel: string
}

type ProgressPageProps<Of> = Buttons & {
  query: UseQueryResult<{ data: Of }>
  /** Noun for messages: `replay`. */
  what: string
  title: (data: Of) => string
  crumbs: readonly Crumb[]
  request: PageRequest
  children: (data: Of) => ReactNode
}

/** Progress of a replay or a run, with buttons to pause, resume and cancel it. */
export function ProgressPage<Of extends { status: Progressing }>(props: ProgressPageProps<Of>) {
  const { query, what, title, crumbs, request, change, children } = props
  const data = query.data?.data
  return (
    <Page
      title={data === undefined ? capitalized(what) : title(data)}
      request={request}
      beside={data !== undefined && <ProgressStatus status={data.status} />}
      crumbs={crumbs}
      actions={data === undefined ? [] : actionsOf(data.status, props)}
    >
      {change.error !== null && <ProblemView error={change.error} />}
      <Loaded query={query} what={what}>
        {(loaded) => children(loaded.data)}
      </Loaded>
    </Page>
  )
}

export function ProgressStatus({ status, emphasis = true }: { status: Progressing; emphasis?: boolean }) {
  const { word, tone } = PROGRESS_STATUS[status]
  return (
    <Status tone={tone} emphasis={emphasis}>
      {word}
    </Status>
  )
}

function actionsOf(status: Progressing, { change, operations, cancelLabel }: Buttons): Action[] {
  const isOver = status === 'completed' || status === 'cancelled'
  const toggle = status === 'paused' ? 'resume' : 'pause'
  const action = (how: ProgressChange) => ({
    operation: operations[how],
    run: () => change.mutate(how),
    busy: change.isPending && change.variables === how,
    disabledReason: isOver ? `It is ${status}.` : null,
  })
  return [
    { name: capitalized(toggle), key: 'p', ...action(toggle) },
    { name: cancelLabel, danger: true, ...action('cancel') },
  ]
}
