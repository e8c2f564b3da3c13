import { useId } from 'react'
import { type ChartProps, type ChartSeries, colorOf, dashOf, isHatched } from './chart-data.ts'

/** Legend marker of a series. */
export function Swatch({ series, index, kind }: { series: ChartSeries; index: number; kind: ChartProps['kind'] }) {
  const color = colorOf(series, index)
  const pattern = `swatch${useId()}`
  if (kind === 'lines')
    return (
      <svg width={22} height={10} aria-hidden="true">
        <line x1={0} x2={22} y1={5} y2={5} stroke={color} strokeWidth={2} strokeDasharray={dashOf(index).join(' ')} />
      </svg>
    )
  return (
    <svg width={11} height={11} aria-hidden="true">
      <pattern id={pattern} width={4} height={4} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={2.4} height={4} fill={color} />
      </pattern>
      <rect
        x={0.5}
        y={0.5}
        width={10}
        height={10}
        rx={2}
        stroke={color}
        fill={isHatched(index) ? `url(#${pattern})` : color}
      />
    </svg>
  )
}
