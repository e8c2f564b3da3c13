import uPlot from 'uplot'
import { axisTime, type ChartSeries, colorOf, dashOf, isHatched } from './chart-data.ts'

type ChartOptions = {
  /** Element whose computed colors apply. */
  element: HTMLElement
  series: ChartSeries[]
  kind: 'lines' | 'bars'
  width: number
  height: number
  /** Interval between times. */
  step: number
  timeZone: string | undefined
  format: (value: number) => string
  onRange: ((from: number, to: number) => void) | undefined
  onCursor: (cursor: { index: number; left: number } | undefined) => void
}

const FONT = '12px system-ui, sans-serif'
/** A click also moves the pointer a little. */
const MIN_DRAG_PX = 6
/** Counts have no fractions. */
const WHOLE_STEPS = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat()

export function chartOptions(options: ChartOptions): uPlot.Options {
  const { element, series, kind, width, height, step, timeZone, onRange } = options
  const color = (value: string) => resolvedColor(element, value)
  const lines = series.map((each, index) => lineOf(each, index, color))
  const bars = series.map((each, index) => barOf(each, index, color))
  return {
    width,
    height,
    ms: 1,
    padding: [8, 20, 0, 0],
    legend: { show: false },
    ...(timeZone === undefined ? {} : { tzDate: (time: number) => uPlot.tzDate(new Date(time), timeZone) }),
    // A bar spans from its time to the next.
    scales: { x: { range: (_plot, from, to) => [from, to + (kind === 'bars' ? step : 0)] }, y: { range: fromZero } },
    axes: axesOf(options, color),
    cursor: {
      y: false,
      points: { show: kind === 'lines', size: 7 },
      drag: { x: onRange !== undefined, y: false, setScale: false },
    },
    series: [{}, ...(kind === 'bars' ? bars.reverse() : lines)],
    hooks: hooksOf(options),
  }
}

function fromZero(_plot: uPlot, _least: number | null, most: number | null): [number, number] {
  return [0, most === null || most <= 0 ? 1 : most * 1.08]
}

type Color = (value: string) => string

function axesOf({ kind, format, timeZone }: ChartOptions, color: Color): uPlot.Axis[] {
  const [text, line] = [color('var(--text-dim)'), color('var(--line)')]
  const look = { stroke: text, font: FONT, ticks: { show: false }, border: { show: false } }
  return [
    {
      ...look,
      grid: { show: false },
      border: { show: true, stroke: color('var(--line-strong)'), width: 1 },
      gap: 6,
      size: 28,
      space: 76,
      values: (_plot, marks, _axis, _space, step) => marks.map((mark) => axisTime(mark, step, timeZone)),
    },
    {
      ...look,
      grid: { stroke: line, width: 1 },
      gap: 8,
      space: 36,
      ...(kind === 'bars' ? { incrs: WHOLE_STEPS } : {}),
      values: (_plot, marks) => marks.map(format),
      size: (_plot, labels) => 16 + 7 * Math.max(1, ...(labels ?? []).map((label) => label.length)),
    },
  ]
}

function lineOf(series: ChartSeries, index: number, color: Color): uPlot.Series {
  return {
    label: series.name,
    stroke: color(colorOf(series, index)),
    width: 2,
    dash: dashOf(index),
    // A line through a single value would be invisible, so the value becomes a point.
    points: { show: false, size: 6, fill: color(colorOf(series, index)), filter: valuesAlone },
    spanGaps: false,
  }
}

function valuesAlone(plot: uPlot, index: number): number[] | null {
  const values = plot.data[index] ?? []
  const isThere = (at: number) => values[at] !== null && values[at] !== undefined
  const alone = [...values.keys()].filter((at) => isThere(at) && !isThere(at - 1) && !isThere(at + 1))
  return alone.length === 0 ? null : alone
}

function barOf(series: ChartSeries, index: number, color: Color): uPlot.Series {
  const own = color(colorOf(series, index))
  const ground = color('var(--surface)')
  const bars = uPlot.paths.bars?.({ size: [0.86, 48], align: 1 })
  return {
    label: series.name,
    stroke: own,
    width: 1,
    fill: isHatched(index) ? (plot) => hatch(plot, own, ground) : own,
    points: { show: false },
    ...(bars === undefined ? {} : { paths: bars }),
  }
}

const HATCH_PX = 6

/** Stripes on the opaque background of the card, so that the bar behind does not shine through. */
function hatch(plot: uPlot, color: string, ground: string): CanvasPattern | string {
  const tile = document.createElement('canvas')
  tile.width = HATCH_PX
  tile.height = HATCH_PX
  const context = tile.getContext('2d')
  if (context === null) return color
  context.fillStyle = ground
  context.fillRect(0, 0, HATCH_PX, HATCH_PX)
  context.strokeStyle = color
  context.lineWidth = 2.6
  for (const shift of [-HATCH_PX, 0, HATCH_PX]) {
    context.beginPath()
    context.moveTo(shift, HATCH_PX)
    context.lineTo(shift + HATCH_PX, 0)
    context.stroke()
  }
  return plot.ctx.createPattern(tile, 'repeat') ?? color
}

function hooksOf({ onRange, onCursor }: ChartOptions): uPlot.Hooks.Arrays {
  return {
    setCursor: [
      ({ cursor, over }) => {
        const { idx, left = -1 } = cursor
        onCursor(
          idx === null || idx === undefined || left < 0 ? undefined : { index: idx, left: left + over.offsetLeft },
        )
      },
    ],
    setSelect: [
      (plot) => {
        const { left, width } = plot.select
        if (width < MIN_DRAG_PX || onRange === undefined) return
        const [from, to] = [plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')]
        plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
        onRange(Math.round(from), Math.round(to))
      },
    ],
  }
}

/** A canvas resolves neither CSS variables nor `light-dark()`. */
function resolvedColor(element: HTMLElement, value: string): string {
  const probe = document.createElement('span')
  probe.style.color = value
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
