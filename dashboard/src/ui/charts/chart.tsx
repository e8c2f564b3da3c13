import { Button, Table } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import classes from './chart.module.css'
import { type ChartProps, type ChartSeries, chartWords, fullTime } from './chart-data.ts'
import { Swatch } from './chart-swatch.tsx'

/** Loads uPlot and its styles with the first chart. */
const ChartCanvas = lazy(async () => ({ default: (await import('./chart-canvas.tsx')).ChartCanvas }))

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

function formatNumber(value: number): string {
  return NUMBER.format(value)
}

/** Values over time as lines or stacked bars, and as a table on request. */
export function Chart(props: ChartProps) {
  const { label, series, kind, format = formatNumber, empty = 'No data in this range.', height = 220 } = props
  const [asTable, setAsTable] = useState(false)
  const hasValues = series.some(({ values }) => values.some((value) => value !== null && value !== 0))
  if (!hasValues)
    return (
      <div className={classes.empty} style={{ height }}>
        {empty}
      </div>
    )
  return (
    <div className={classes.chart}>
      <div className={classes.head}>
        <Legend series={series} kind={kind} />
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={asTable ? <IconChartBar size={13} /> : <IconTable size={13} />}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      {asTable ? (
        <ChartTable {...props} format={format} />
      ) : (
        <div role="img" aria-label={chartWords(label, series, format, kind === 'bars')} style={{ minHeight: height }}>
          <Suspense fallback={<div style={{ height }} />}>
            <ChartCanvas {...props} format={format} height={height} />
          </Suspense>
        </div>
      )}
      {props.onRange !== undefined && !asTable && (
        <p className={classes.hint}>Drag over the chart to choose a range.</p>
      )}
    </div>
  )
}

function Legend({ series, kind }: { series: ChartSeries[]; kind: ChartProps['kind'] }) {
  return (
    <ul className={classes.legend}>
      {series.map((each, index) => (
        <li key={each.name}>
          <Swatch series={each} index={index} kind={kind} />
          {each.name}
        </li>
      ))}
    </ul>
  )
}

function ChartTable({ label, times, series, timeZone, format, height = 220 }: ChartProps & { format: Format }) {
  return (
    <section
      className={classes.table}
      style={{ maxHeight: Math.max(height, 320) }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={`${label}, as a table`}
    >
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Time</Table.Th>
            {series.map(({ name }) => (
              <Table.Th key={name} scope="col" ta="right">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {times.map((time, index) => (
            <Table.Tr key={time}>
              <Table.Td>{fullTime(time, timeZone)}</Table.Td>
              {series.map(({ name, values }) => (
                <Table.Td key={name} ta="right">
                  {cellText(values[index], format)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

type Format = (value: number) => string

function cellText(value: number | null | undefined, format: Format): string {
  return value === null || value === undefined ? '–' : format(value)
}
