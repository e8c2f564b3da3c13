/** `#rrggbb`. */
export type Color = string

/** Fills of the picture that is being drawn. */
export type Paint = {
  /** Colors from left to right, at equal distances. */
  across(...colors: Color[]): string
  /** Colors from top to bottom. */
  down(...colors: Color[]): string
  /** A color that fades from the center of a shape; `strength` is the opacity there. */
  glow(color: Color, strength: number): string
}

/** Where a thing stands or hangs: a wall, and a floor or table from a height on. */
export type Backdrop = { wall: Color; ground: Color; horizon: number }

/** Width and height of a picture in pixels. */
export const SIZE = 800

/** Draws a thing in front of its backdrop, as an SVG of its own without fonts or references. */
export function drawScene({ wall, ground, horizon }: Backdrop, draw: (paint: Paint) => string): string {
  const gradients: string[] = []
  const define = (tag: string, attributes: string, stops: string): string => {
    const id = `f${gradients.length}`
    gradients.push(`<${tag} id="${id}"${attributes}>${stops}</${tag}>`)
    return `url(#${id})`
  }
  const paint: Paint = {
    across: (...colors) => define('linearGradient', '', stopsOf(colors)),
    down: (...colors) => define('linearGradient', ' x2="0" y2="1"', stopsOf(colors)),
    glow: (color, strength) =>
      define('radialGradient', '', stop(0, color, strength) + stop(0.35, color, strength * 0.45) + stop(1, color, 0)),
  }
  const backdrop = [
    rect([0, 0, SIZE, SIZE], wall),
    ellipse([400, 330, 620, 520], paint.glow(lighter(wall, 0.35), 0.8)),
    rect([0, horizon, SIZE, SIZE - horizon], paint.down(lighter(ground, 0.06), darker(ground, 0.16))),
    rect([0, horizon, SIZE, 3], darker(ground, 0.2), 'opacity=".35"'),
  ]
  const drawn = draw(paint)
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">`
  return `${open}<defs>${gradients.join('')}</defs>${backdrop.join('')}${drawn}</svg>\n`
}

function stopsOf(colors: readonly Color[]): string {
  return colors.map((color, index) => stop(index / Math.max(1, colors.length - 1), color, 1)).join('')
}

function stop(offset: number, color: Color, opacity: number): string {
  const faded = opacity === 1 ? '' : ` stop-opacity="${round(opacity)}"`
  return `<stop offset="${round(offset)}" stop-color="${color}"${faded}/>`
}

/** `[x, y, width, height]`, and the radius of the corners. */
export function rect([x, y, width, height, radius = 0]: readonly number[], fill: string, more = ''): string {
  const corners = radius === 0 ? '' : ` rx="${round(radius)}"`
  return `<rect ${numbers({ x, y, width, height })}${corners} fill="${fill}" ${more}/>`
}

/** `[cx, cy, rx, ry]`; a circle without `ry`. */
export function ellipse([cx = 0, cy = 0, rx = 0, ry = rx]: readonly number[], fill: string, more = ''): string {
  return `<ellipse ${numbers({ cx, cy, rx, ry })} fill="${fill}" ${more}/>`
}

export function shape(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`
}

export function line(d: string, color: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`
}

/** Turns what is drawn around a point, in degrees. */
export function turned([degrees, x, y]: readonly [number, number, number], drawn: string): string {
  return `<g transform="rotate(${degrees} ${x} ${y})">${drawn}</g>`
}

/** A body that was turned on a lathe: heights with half the width there, from top to bottom. */
export function lathe(cx: number, profile: readonly (readonly [y: number, half: number])[], fill: string): string {
  const right = profile.map(([y, half]): Point => [cx + half, y])
  const left = profile.map(([y, half]): Point => [cx - half, y]).toReversed()
  return shape(`M${pointText(right[0])}${curve(right)}L${pointText(left[0])}${curve(left)}Z`, fill)
}

type Point = readonly [x: number, y: number]

/** A smooth line through points (Catmull and Rom), after its first one. */
function curve(points: readonly Point[]): string {
  const at = (index: number): Point => points[Math.min(points.length - 1, Math.max(0, index))] ?? [0, 0]
  return points
    .slice(1)
    .map((end, index) => {
      const [before, start, after] = [at(index - 1), at(index), at(index + 2)]
      const first: Point = [start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6]
      const second: Point = [end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6]
      return `C${pointText(first)} ${pointText(second)} ${pointText(end)}`
    })
    .join('')
}

function pointText([x, y]: Point = [0, 0]): string {
  return `${round(x)} ${round(y)}`
}

/** The shadow of what stands at a point. */
export function shadow(paint: Paint, [cx, cy, rx]: readonly [number, number, number]): string {
  return ellipse([cx, cy, rx * 1.25, rx * 0.2], paint.glow('#1c120c', 0.62))
}

/** The shading of something round, lit from the left. */
export function rounded(paint: Paint, color: Color): string {
  return paint.across(darker(color, 0.22), lighter(color, 0.28), color, darker(color, 0.2), darker(color, 0.4))
}

export function lighter(color: Color, share: number): Color {
  return mix(color, '#ffffff', share)
}

export function darker(color: Color, share: number): Color {
  return mix(color, '#1a110c', share)
}

export function mix(one: Color, other: Color, share: number): Color {
  const [from, to] = [channels(one), channels(other)]
  const mixed = from.map((value, index) => Math.round(value + ((to[index] ?? value) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function channels(color: Color): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}

function numbers(values: Readonly<Record<string, number | undefined>>): string {
  return Object.entries(values)
    .map(([name, value = 0]) => `${name}="${round(value)}"`)
    .join(' ')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** Repeats a drawing; `count` times, with the index. */
export function repeated(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}
