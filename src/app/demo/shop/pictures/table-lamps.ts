import { EVENING, LINEN, OPAL, STEEL } from './colors.ts'
import { drumShade, light, pool, rod } from './lamp-parts.ts'
import {
  darker,
  drawScene,
  ellipse,
  lathe,
  lighter,
  line,
  type Paint,
  rect,
  repeated,
  rounded,
  shadow,
  shape,
  turned,
} from './scene.ts'

const GROUND = 660

/** A lamp on a table; the light is where the shade is. */
function tableLamp(
  backdrop: keyof typeof EVENING,
  [y, radius]: readonly [number, number],
  draw: (paint: Paint) => string,
) {
  return drawScene(
    EVENING[backdrop],
    (paint) =>
      light(paint, [400, y, radius]) +
      pool(paint, [400, GROUND, 300]) +
      shadow(paint, [400, GROUND, 130]) +
      draw(paint),
  )
}

export const alder = () =>
  tableLamp('teal', [300, 330], (paint) => {
    const wood = rounded(paint, '#c08552')
    const turnings: [number, number][] = [
      ...([
        [420, 16],
        [440, 30],
        [462, 18],
        [490, 46],
        [540, 66],
        [585, 40],
        [610, 24],
      ] as [number, number][]),
      ...([
        [628, 60],
        [650, 104],
        [664, 106],
      ] as [number, number][]),
    ]
    const shade = { cx: 400, top: 190, bottom: 408, half_top: 138, half_bottom: 178, color: LINEN }
    return (
      lathe(400, turnings, wood) +
      line('M340 552Q400 572 460 552', darker('#c08552', 0.35), 3, 'opacity=".5"') +
      line('M300 655Q400 672 500 655', darker('#c08552', 0.35), 3, 'opacity=".5"') +
      drumShade(paint, shade)
    )
  })

export const pebble = () =>
  tableLamp('dusk', [330, 300], (paint) => {
    const body: [number, number][] = [
      [445, 20],
      [470, 62],
      [510, 122],
      [560, 148],
      [610, 136],
      [648, 92],
      [664, 70],
    ]
    const shade = { cx: 400, top: 255, bottom: 425, half_top: 112, half_bottom: 150, color: '#efe8dc' }
    return (
      rod('M400 400L400 450', '#c8a14d', 16) +
      lathe(400, body, rounded(paint, '#a59c92')) +
      ellipse([340, 545, 46, 60], paint.glow('#ffffff', 0.35)) +
      speckles([400, 560, 120, 80], '#6f665e') +
      drumShade(paint, shade)
    )
  })

/** Irregular dots, the same each time. */
function speckles([cx, cy, rx, ry]: readonly [number, number, number, number], color: string): string {
  return repeated(46, (index) => {
    const [angle, share] = [index * 2.4, Math.sqrt((index + 0.5) / 46)]
    return ellipse(
      [cx + Math.cos(angle) * rx * share, cy + Math.sin(angle) * ry * share, 1 + (index % 3)],
      color,
      'opacity=".45"',
    )
  })
}

export const orchard = () =>
  tableLamp('forest', [310, 320], (paint) => {
    const glass: [number, number][] = [
      [430, 26],
      [452, 24],
      [490, 70],
      [545, 116],
      [600, 118],
      [645, 84],
      [664, 78],
    ]
    const shade = { cx: 400, top: 200, bottom: 412, half_top: 120, half_bottom: 172, color: '#f3ecdd' }
    return (
      line('M470 655C560 690 640 640 812 690', '#e8e2d2', 6) +
      lathe(400, glass, paint.across('#5c7a33', '#c3dd8a', '#96b95a', '#7da147', '#4f6d2a')) +
      shape('M330 520C322 560 326 600 344 634C330 610 308 560 330 520Z', '#ffffff', 'opacity=".55"') +
      rect([374, 408, 52, 34, 8], rounded(paint, '#c8a14d')) +
      drumShade(paint, shade)
    )
  })

export const mill = () =>
  tableLamp('cocoa', [330, 300], (paint) => {
    const steel = rounded(paint, STEEL)
    const shade = [
      ellipse([400, 380, 172, 26], '#ffe7ad'),
      ellipse([400, 380, 172, 26], paint.glow('#fff8e2', 1)),
      shape('M352 222L448 222L572 380A172 26 0 0 0 228 380Z', paint.across('#23272a', '#6a7277', '#3a3f43', '#1d2022')),
      rect([368, 190, 64, 40, 10], steel),
      ellipse([400, 206, 10], '#8d959a'),
    ].join('')
    return [
      ellipse([400, 658, 124, 22], paint.across('#1e2123', '#5a6166', '#26292c')),
      ellipse([400, 648, 124, 22], paint.across('#2b2f32', '#767f85', '#34393d', '#1f2224')),
      rod('M400 642L400 300', STEEL, 20),
      ellipse([400, 540, 20, 20], steel),
      turned([-14, 400, 300], shade),
      ellipse([400, 300, 17], '#8d959a'),
    ].join('')
  })

export const dusk = () =>
  tableLamp('plum', [370, 290], (paint) => {
    const body = '#d8ad97'
    return [
      lathe(
        400,
        [
          [440, 60],
          [560, 62],
          [640, 70],
          [664, 74],
        ],
        rounded(paint, body),
      ),
      ellipse([400, 662, 74, 12], darker(body, 0.3)),
      ellipse([400, 600, 9], lighter(body, 0.5)),
      ellipse([400, 600, 15], 'none', `stroke="${lighter(body, 0.4)}" stroke-width="2"`),
      shape(
        'M222 450C222 330 300 268 400 268S578 330 578 450Q400 496 222 450Z',
        paint.across('#e9c9a4', '#fff6df', '#fff0cd', '#e2bd92'),
      ),
      shape('M222 450Q400 496 578 450Q400 428 222 450Z', '#f5d9ae', 'opacity=".7"'),
      ellipse([340, 350, 90, 60], paint.glow('#ffffff', 0.7)),
    ].join('')
  })

export const rattan = () =>
  tableLamp('teal', [350, 330], (paint) => {
    const straw = '#c9985a'
    const weave = repeated(13, (index) => {
      const x = 200 + index * 33.4
      const bend = (400 - x) * 0.35
      const top = `${400 + (x - 400) * 0.14} 216`
      return (
        line(`M${top}Q${x - bend * 0.4} 300 ${x} 440`, straw, 6) +
        line(`M${top}Q${x - bend * 0.4} 300 ${x} 440`, lighter(straw, 0.4), 1.6, 'opacity=".8"')
      )
    })
    const rings = repeated(7, (index) => {
      const [y, half] = [244 + index * 32, 92 + Math.sqrt(index) * 45]
      return line(
        `M${400 - half} ${y}Q400 ${y + 26} ${400 + half} ${y}`,
        darker(straw, index % 2 === 0 ? 0.12 : 0.28),
        7,
      )
    })
    const dome = 'M200 440C200 300 290 214 400 214S600 300 600 440Q400 490 200 440Z'
    return [
      rod('M400 640L400 440', '#8a623b', 26),
      lathe(
        400,
        [
          [630, 20],
          [645, 78],
          [664, 100],
        ],
        rounded(paint, '#8a623b'),
      ),
      shape(dome, paint.down('#f7d99a', '#ffe9b6', '#f3c878')),
      weave,
      rings,
      line('M200 440Q400 490 600 440', darker(straw, 0.3), 11),
    ].join('')
  })

export const column = () =>
  tableLamp('dusk', [260, 320], (paint) => {
    const stone = '#d6c4a8'
    const flutes = repeated(9, (index) => {
      const x = 340 + index * 15
      return rect([x - 3.5, 404, 7, 224, 3], paint.across(darker(stone, 0.35), lighter(stone, 0.3)), 'opacity=".75"')
    })
    const veins = 'M335 470C365 462 420 486 465 472M335 556C380 548 410 572 465 560'
    return [
      rect([330, 396, 140, 244, 4], rounded(paint, stone)),
      flutes,
      line(veins, '#a98f6d', 2.5, 'opacity=".5"'),
      rect([300, 634, 200, 30, 4], rounded(paint, stone)),
      rect([316, 376, 168, 24, 4], rounded(paint, lighter(stone, 0.1))),
      drumShade(paint, { cx: 400, top: 150, bottom: 366, half_top: 150, half_bottom: 186, color: OPAL }),
    ].join('')
  })
