import { WARM } from './colors.ts'
import { type Color, darker, ellipse, lighter, line, mix, type Paint, repeated, shape } from './scene.ts'

/** Light around a lamp, and on the table below it. */
export function light(paint: Paint, [cx, cy, radius]: readonly [number, number, number]): string {
  return ellipse([cx, cy, radius], paint.glow(WARM, 0.85))
}

/** Light that falls on a table or floor. */
export function pool(paint: Paint, [cx, cy, radius]: readonly [number, number, number]): string {
  return ellipse([cx, cy, radius, radius * 0.24], paint.glow('#ffe3a8', 0.75))
}

type Shade = { cx: number; top: number; bottom: number; half_top: number; half_bottom: number; color: Color }

/** A shade of fabric with a light inside. */
export function drumShade(paint: Paint, { cx, top, bottom, half_top, half_bottom, color }: Shade): string {
  const [sag, rim] = [half_bottom * 0.13, half_top * 0.13]
  const outline = `M${cx - half_top} ${top}Q${cx} ${top + rim} ${cx + half_top} ${top}L${cx + half_bottom} ${bottom}Q${cx} ${bottom + sag} ${cx - half_bottom} ${bottom}Z`
  const lit = mix(color, '#ffe9b8', 0.55)
  return [
    ellipse([cx, top, half_top, rim], '#fff4d6'),
    ellipse([cx, top, half_top, rim], 'none', `stroke="${darker(color, 0.25)}" stroke-width="3"`),
    shape(outline, paint.across(darker(color, 0.16), lit, '#fff3d2', lit, darker(color, 0.24))),
    shape(outline, paint.down(darker(color, 0.1), '#fff0c8', color), 'opacity=".35"'),
    threads({ cx, top, bottom, half_top, half_bottom, color }),
    line(`M${cx - half_bottom} ${bottom}Q${cx} ${bottom + sag} ${cx + half_bottom} ${bottom}`, darker(color, 0.25), 4),
  ].join('')
}

function threads({ cx, top, bottom, half_top, half_bottom, color }: Shade): string {
  return repeated(17, (index) => {
    const share = (index - 8) / 9
    const d = `M${cx + half_top * share} ${top + 6}L${cx + half_bottom * share} ${bottom + 4}`
    return line(d, darker(color, 0.4), 1.2, 'opacity=".16"')
  })
}

/** A dome of metal or glass that opens downwards, lit inside. */
export function dome(
  paint: Paint,
  { cx, top, bottom, half, color }: { cx: number; top: number; bottom: number; half: number; color: Color },
): string {
  const height = bottom - top
  const outline = `M${cx - half} ${bottom}C${cx - half} ${bottom - height * 0.75} ${cx - half * 0.5} ${top} ${cx} ${top}S${cx + half} ${bottom - height * 0.75} ${cx + half} ${bottom}Z`
  return [
    ellipse([cx, bottom, half, half * 0.14], '#ffe9b4'),
    shape(outline, paint.across(darker(color, 0.2), lighter(color, 0.35), color, darker(color, 0.35))),
    shape(
      `M${cx - half} ${bottom}A${half} ${half * 0.14} 0 0 0 ${cx + half} ${bottom}A${half} ${half * 0.14} 0 0 1 ${cx - half} ${bottom}Z`,
      '#fff1c9',
    ),
    ellipse([cx, bottom, half, half * 0.14], paint.glow('#fff6dc', 1)),
    ellipse([cx, bottom, half, half * 0.14], 'none', `stroke="${darker(color, 0.3)}" stroke-width="3"`),
  ].join('')
}

/** A rod or tube between two points, round and lit from the left. */
export function rod(d: string, color: Color, width: number): string {
  return (
    line(d, darker(color, 0.3), width) +
    line(d, color, width * 0.7, `transform="translate(${-width * 0.08} 0)"`) +
    line(d, lighter(color, 0.45), width * 0.18, `transform="translate(${-width * 0.2} 0)" opacity=".8"`)
  )
}

/** The cable of a pendant, from the top of the picture. */
export function cord(cx: number, bottom: number, color: Color): string {
  return line(`M${cx} -10L${cx} ${bottom}`, color, 5)
}
