import { Text } from '@mantine/core'
import { useState } from 'react'
import { Help } from '../../../kit/form/context.tsx'
import { Rows, type RowsColumn } from '../../../ui/layout/rows.tsx'
import classes from '../events.module.css'
import type { PayloadSchema } from '../rules/schema-hints.ts'
import { type SchemaRow, schemaRows } from '../rules/schema-rows.ts'

/** Levels that are open initially. */
const OPEN_DEPTH = 1

/** Members of a JSON Schema with types and descriptions. */
export function SchemaTree({ schema }: { schema: PayloadSchema }) {
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map())
  const rows = schemaRows(schema)
  const isOpen = ({ path, depth }: SchemaRow) => folds.get(path) ?? depth < OPEN_DEPTH
  const shown = visible(rows, isOpen)
  const toggle = (row: SchemaRow) => setFolds(new Map(folds).set(row.path, !isOpen(row)))
  const all = columns(isOpen, toggle)
  const described = rows.some(({ description }) => description !== undefined)
  if (rows.length === 0)
    return (
      <Text size="sm" className={classes.pad}>
        The schema declares no members.
      </Text>
    )
  return (
    <Rows
      label="Members of the payload"
      rows={shown}
      columns={described ? all : all.slice(0, -1)}
      keyOf={({ path }) => path}
    />
  )
}

/** Rows whose ancestors are all open. */
function visible(rows: readonly SchemaRow[], isOpen: (row: SchemaRow) => boolean): SchemaRow[] {
  let hidden_below = Number.POSITIVE_INFINITY
  return rows.filter((row) => {
    if (row.depth > hidden_below) return false
    hidden_below = row.has_members && !isOpen(row) ? row.depth : Number.POSITIVE_INFINITY
    return true
  })
}

const columns = (isOpen: (row: SchemaRow) => boolean, toggle: (row: SchemaRow) => void): RowsColumn<SchemaRow>[] => [
  {
    header: 'Member',
    width: 'minmax(220px, 1.2fr)',
    cell: (row) => (
      <span className={classes.member} style={{ paddingInlineStart: row.depth * 18 }}>
        {row.has_members ? (
          <button type="button" className={classes.fold} aria-expanded={isOpen(row)} onClick={() => toggle(row)}>
            <span aria-hidden>{isOpen(row) ? '▾' : '▸'}</span> {row.name}
          </button>
        ) : (
          <span className={classes.leaf}>{row.name}</span>
        )}
      </span>
    ),
  },
  { header: 'Type', width: 'minmax(0, 1fr)', cell: ({ type }) => type },
  { header: 'Presence', width: '90px', cell: ({ required }) => (required ? 'Always' : 'Optional') },
  {
    header: 'Meaning',
    width: 'minmax(0, 1.4fr)',
    cell: ({ description }) => (description === undefined ? null : <Help text={description} />),
  },
]
