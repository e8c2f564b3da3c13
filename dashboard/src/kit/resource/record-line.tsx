import { Group } from '@mantine/core'
import { Copyable } from '../../ui/copy/copyable.tsx'
import { Time } from '../cells/time.tsx'
import type { Row } from './resource.ts'

type Stamped = { meta?: { timestamps?: { created_at?: string; updated_at?: string } } }

const APART = { columnGap: 'var(--mantine-spacing-lg)', rowGap: 0 }

/** Id and timestamps of a resource. */
export function RecordLine({ row }: { row: Row }) {
  const { created_at, updated_at } = (row as Stamped).meta?.timestamps ?? {}
  return (
    <Group component="span" style={APART}>
      <Copyable value={row.id} label="id" />
      {created_at !== undefined && (
        <span>
          Created <Time at={created_at} />
        </span>
      )}
      {updated_at !== undefined && updated_at !== created_at && (
        <span>
          Updated <Time at={updated_at} />
        </span>
      )}
    </Group>
  )
}
