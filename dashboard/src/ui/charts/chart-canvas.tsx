import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import type uPlot from 'uplot'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import classes from './chart.module.css'
import { type ChartProps, fullTime, stacked } from './chart-data.ts'
import { chartOptions } from './chart-options.ts'
import { Swatch } from './chart-swatch.tsx'

type ChartCanvasProps = ChartProps & { format: (value: number) => string; height: number }

type Cursor = { index: number; left: number } | undefined

/** Canvas of a chart. New data and colors redraw it; a new width only resizes it. */
export function ChartCanvas(props: ChartCanvasProps) {
  const { times, series, kind, height, timeZone, format, onRange } = props
  const { ref: frame, width } = useElementSize<HTMLDivElement>()
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const latest = useRef({ onRange, format, width })
  const [cursor, setCursor] = useState<Cursor>()
  const scheme = useComputedColorScheme()
  latest.current = { onRange, format, width }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the colors that are read here.
  useEffect(() => {
    if (host.current === null) return
    const values = series.map((each) => each.values)
    const rows = kind === 'bars' ? stacked(values).reverse() : values
    const options = chartOptions({
      element: host.current,
      series,
      kind,
      height,
      width: latest.current.width || 300,
      step: (times[1] ?? 0) - (times[0] ?? 0),
      timeZone,
      format: (value) => latest.current.format(value),
      onRange: onRange === undefined ? undefined : (from, to) => latest.current.onRange?.(from, to),
      onCursor: setCursor,
    })
    const made = new UPlot(options, [times, ...rows] as uPlot.AlignedData, host.current)
    plot.current = made
    return () => made.destroy()
  }, [times, series, kind, height, timeZone, scheme, onRange === undefined])
  useEffect(() => {
    if (width > 0) plot.current?.setSize({ width, height })
  }, [width, height])
  return (
    <div className={classes.frame} ref={frame}>
      <div ref={host} />
      {cursor !== undefined && <ChartTooltip {...props} cursor={cursor} width={width} />}
    </div>
  )
}

type ChartTooltipProps = ChartCanvasProps & { cursor: { index: number; left: number }; width: number }

function ChartTooltip({ times, series, kind, timeZone, format, cursor, width }: ChartTooltipProps) {
  const before = cursor.left > width / 2
  const place = before ? { right: width - cursor.left + 12 } : { left: cursor.left + 12 }
  return (
    <div className={classes.tooltip} style={place} aria-hidden="true">
      <div className={classes.time}>{fullTime(times[cursor.index] ?? 0, timeZone)}</div>
      {series.map((each, index) => {
        const value = each.values[cursor.index]
        return (
          <div key={each.name} className={classes.line}>
            <Swatch series={each} index={index} kind={kind} />
            <span>{each.name}</span>
            <b>{value === null || value === undefined ? '–' : format(value)}</b>
          </div>
        )
      })}
    </div>
  )
}
