import type { CSSProperties, ReactNode } from 'react'
import classes from './rows.module.css'

export type RowsColumn<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  align?: 'end'
  /** CSS grid track, `minmax(0, 1fr)` by default. */
  width?: string
  /** Omits the header in cards, for columns of buttons. */
  plain?: true
  /** Footer of the column. */
  foot?: ReactNode
}

type RowsProps<Row> = {
  /** Plural of the rows, for screen readers: "Items". */
  label: string
  rows: readonly Row[]
  columns: readonly RowsColumn<Row>[]
  keyOf: (row: Row) => string
  /** True for rows that do not count. */
  isMuted?: (row: Row) => boolean
}

const FEW = 4

/** Short table without paging, such as the lines of an order. In narrow containers each row is a card. */
export function Rows<Row>({ label, rows, columns, keyOf, isMuted }: RowsProps<Row>) {
  const track = { '--track': columns.map(({ width }) => width ?? 'minmax(0, 1fr)').join(' ') } as CSSProperties
  const hasFoot = columns.some(({ foot }) => foot !== undefined)
  return (
    <div className={classes.frame}>
      <div
        role="table"
        aria-label={label}
        className={classes.table}
        data-columns={columns.length > FEW ? 'many' : 'few'}
      >
        <div role="rowgroup">
          <div role="row" className={`${classes.row} ${classes.head}`} style={track}>
            {columns.map(({ header, align }) => (
              <div key={header} role="columnheader" className={classes.cell} data-align={align}>
                {header}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup">
          {rows.map((row) => (
            <div
              key={keyOf(row)}
              role="row"
              className={classes.row}
              style={track}
              data-muted={isMuted?.(row) || undefined}
            >
              {columns.map((column, index) => (
                <Cell key={column.header} column={column} index={index}>
                  {column.cell(row)}
                </Cell>
              ))}
            </div>
          ))}
          {hasFoot && (
            <div role="row" className={`${classes.row} ${classes.foot}`} style={track}>
              {columns.map((column, index) => (
                <Cell key={column.header} column={column} index={index}>
                  {column.foot}
                </Cell>
              ))}
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

type CellProps<Row> = { column: RowsColumn<Row>; index: number; children: ReactNode }

function Cell<Row>({ column: { header, align, plain }, index, children }: CellProps<Row>) {
  const isEmpty = children === undefined || children === null || children === false
  return (
    <div role="cell" className={classes.cell} data-align={align}>
      {index > 0 && plain !== true && !isEmpty && (
        <span className={classes.label} aria-hidden>
          {header}
        </span>
      )}
      {isEmpty ? null : index > 0 && plain !== true ? <span>{children}</span> : children}
    </div>
  )
}
