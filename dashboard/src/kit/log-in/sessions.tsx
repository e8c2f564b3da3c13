import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PersonSession } from '../../generated/schema.ts'
import { Rows, type RowsColumn } from '../../ui/layout/rows.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../cells/time.tsx'
import { deviceOf } from '../values/device.ts'

type SessionRowsProps = {
  sessions: readonly PersonSession[]
  /** Renders the button that ends a session. */
  end?: (session: PersonSession) => ReactNode
}

export function SessionRows({ sessions, end }: SessionRowsProps) {
  if (sessions.length === 0)
    return (
      <Text size="sm" c="var(--text-dim)" px="md" pb="md">
        Not logged in anywhere.
      </Text>
    )
  const buttons: RowsColumn<PersonSession>[] =
    end === undefined ? [] : [{ header: 'End', cell: end, align: 'end', width: '130px', plain: true }]
  return <Rows label="Sessions" rows={sessions} keyOf={({ id }) => id} columns={[...COLUMNS, ...buttons]} />
}

const COLUMNS: readonly RowsColumn<PersonSession>[] = [
  {
    header: 'Browser',
    cell: ({ user_agent, current }) => (
      <>
        {deviceOf(user_agent)} {current && <Status tone="ok">This session</Status>}
      </>
    ),
  },
  { header: 'From', cell: ({ address }) => address ?? 'unknown', width: '150px' },
  { header: 'Logged in', cell: ({ created_at }) => <Time at={created_at} />, width: '170px' },
  { header: 'Last used', cell: ({ used_at }) => <Time at={used_at} />, width: '170px' },
]
