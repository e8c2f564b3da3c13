import { Button, Text, UnstyledButton } from '@mantine/core'
import { Suspense, useState } from 'react'
import { type Exchange, isSuccess } from '../api/exchange.ts'
import { kindOf } from '../api/graph.ts'
import { useExplorer, useExplorerState } from '../context.ts'
import { ConfirmDialog } from './changes.tsx'
import classes from './explorer.module.css'

export function Log() {
  const explorer = useExplorer()
  const { log, inspected } = useExplorerState()
  const { repeat, dialog } = useRepeat()
  if (log.length === 0) return <Text c="dimmed">No requests yet.</Text>
  return (
    <>
      <Button size="xs" onClick={() => explorer.clearLog()}>
        Clear
      </Button>
      <ol className={classes.log} aria-label="Requests, the latest first">
        {log.map((entry) => (
          <LogEntry
            key={entry.id}
            entry={entry}
            isCurrent={entry.id === inspected?.id}
            onRepeat={() => repeat(entry)}
          />
        ))}
      </ol>
      {dialog}
    </>
  )
}

/** Repeats a recorded request; a change needs confirmation first. */
export function useRepeat() {
  const explorer = useExplorer()
  const [pending, setPending] = useState<Exchange | null>(null)
  const repeat = (entry: Exchange) => (entry.method === 'GET' ? explorer.repeat(entry) : setPending(entry))
  const dialog = (
    <Suspense fallback={null}>
      {pending !== null && (
        <ConfirmDialog
          opened
          danger={false}
          onClose={() => setPending(null)}
          onConfirm={() => {
            setPending(null)
            explorer.repeat(pending)
          }}
          title={`Send ${pending.method} ${explorer.pathOf(pending)} again?`}
          confirmLabel="Send"
        >
          <span className={classes.wrapped}>{pending.body ?? 'The request has no body.'}</span>
        </ConfirmDialog>
      )}
    </Suspense>
  )
  return { repeat, dialog }
}

function LogEntry({ entry, isCurrent, onRepeat }: { entry: Exchange; isCurrent: boolean; onRepeat: () => void }) {
  const explorer = useExplorer()
  const { method, status, milliseconds, bytes, json, label, isRepeatable } = entry
  const path = explorer.pathOf(entry)
  const name = label || (kindOf(explorer.kinds, { uri: path })?.name ?? '')
  const isKept = json !== undefined
  return (
    <li>
      <UnstyledButton
        className={classes.entry}
        disabled={!isKept}
        title={isKept ? 'Show this response without another request' : 'This response is no longer kept'}
        aria-current={isCurrent || undefined}
        onClick={() => explorer.showRecorded(entry)}
      >
        <b>{method}</b> <span data-failed={!isSuccess(entry) || undefined}>{status === 0 ? 'failed' : status}</span>{' '}
        <span>{name}</span>{' '}
        <span className={classes.dim}>
          {milliseconds} ms, {bytes.toLocaleString('en')} B
        </span>{' '}
        <span className={classes.path}>{path || '/'}</span>
      </UnstyledButton>
      <Button size="xs" disabled={!isRepeatable} aria-label={`Send ${method} ${name} again`} onClick={onRepeat}>
        Again
      </Button>
    </li>
  )
}
