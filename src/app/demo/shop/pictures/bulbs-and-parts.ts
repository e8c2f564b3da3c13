import { DAY, EVENING, hanging, LINEN } from './colors.ts'
import { drumShade } from './lamp-parts.ts'
import {
  type Color,
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
} from './scene.ts'

/** The screw of a bulb, from a height on; `half` is half its width. */
function screw(paint: Paint, [y, half]: readonly [number, number]): string {
  const metal = rounded(paint, '#b4b7b6')
  const threads = repeated(4, (index) => rect([400 - half, y + index * 24, half * 2, 18, 9], metal))
  return [
    rect([400 - half * 0.94, y, half * 1.88, 96], rounded(paint, '#8e9291')),
    threads,
    shape(
      `M${400 - half * 0.8} ${y + 94}L${400 + half * 0.8} ${y + 94}L${400 + half * 0.3} ${y + 122}L${400 - half * 0.3} ${y + 122}Z`,
      '#2c2d2d',
    ),
    ellipse([400, y + 122, half * 0.28, 7], '#cfa75a'),
  ].join('')
}

type Glass = { fill: readonly Color[]; glow: Color; strength: number }

function bulb(
  wall: Color,
  profile: [number, number][],
  glass: Glass,
  base: readonly [number, number],
  inner: (paint: Paint) => string,
) {
  return drawScene({ ...hanging(EVENING.dusk), wall }, (paint) =>
    [
      ellipse([400, 340, 390], paint.glow(glass.glow, glass.strength)),
      lathe(400, profile, paint.across(...glass.fill)),
      inner(paint),
      screw(paint, base),
    ].join(''),
  )
}

const FROSTED: Glass = { fill: ['#ecd6a6', '#fffaf0', '#fff4dc', '#e2c48b'], glow: '#ffd98c', strength: 0.8 }
const shine = (x: number, y: number, rx: number, ry: number) => ellipse([x, y, rx, ry], '#ffffff', 'opacity=".75"')

const housing = (paint: Paint, [y, half]: readonly [number, number]) =>
  lathe(
    400,
    [
      [y, half],
      [y + 70, half * 0.72],
      [y + 106, 62],
    ],
    rounded(paint, '#f2efe8'),
  )

const PEAR: [number, number][] = [
  [140, 20],
  [156, 80],
  [214, 144],
  [300, 160],
  [380, 138],
  [448, 112],
]

export const pearBulb = () =>
  bulb('#35565a', PEAR, FROSTED, [544, 58], (paint) => housing(paint, [440, 114]) + shine(340, 250, 26, 58))

export const brightBulb = () =>
  bulb(
    '#4a5a3c',
    PEAR.map(([y, half]): [number, number] => [y - 24, half * 1.12]),
    { ...FROSTED, glow: '#fff0c4', strength: 1 },
    [544, 58],
    (paint) =>
      housing(paint, [428, 124]) + ellipse([400, 280, 130], paint.glow('#ffffff', 1)) + shine(330, 220, 28, 62),
  )

export const candleBulb = () =>
  bulb(
    '#5b4353',
    [
      [130, 3],
      [180, 26],
      [250, 64],
      [340, 92],
      [420, 82],
      [476, 56],
    ],
    FROSTED,
    [560, 40],
    (paint) =>
      lathe(
        400,
        [
          [470, 58],
          [530, 48],
          [564, 44],
        ],
        rounded(paint, '#f2efe8'),
      ) + shine(368, 320, 16, 56),
  )

export const globeBulb = () =>
  bulb(
    '#6a4d40',
    [
      [96, 30],
      [120, 128],
      [190, 206],
      [290, 232],
      [390, 202],
      [460, 122],
      [500, 74],
      [540, 62],
    ],
    FROSTED,
    [540, 58],
    () => shine(300, 210, 50, 40),
  )

export const filamentBulb = () =>
  bulb(
    '#2b2724',
    [
      [118, 18],
      [136, 80],
      [200, 158],
      [290, 176],
      [380, 140],
      [450, 84],
      [506, 60],
      [540, 58],
    ],
    { fill: ['#7d3f10', '#e69a3c', '#d98428', '#8c4812'], glow: '#ff9c38', strength: 0.75 },
    [536, 58],
    (paint) =>
      [
        ellipse([400, 300, 150, 170], paint.glow('#ffc15e', 0.9)),
        line('M384 530L372 420M416 530L428 420', '#5a3a1c', 6),
        repeated(6, (index) => {
          const [low, high] = [318 + index * 28, 318 + index * 28 + 24]
          return line(`M${low} 410L${low + 12} 214L${high} 410`, '#fff0b8', 5)
        }),
        line('M318 410L486 410', '#6b4722', 5),
        shine(306, 230, 18, 56),
      ].join(''),
  )

/** A shade on a table, of a size from 0 to 1. */
function linenShade(size: number, backdrop: keyof typeof DAY): string {
  return drawScene(DAY[backdrop], (paint) => {
    const [half, height] = [130 + size * 130, 150 + size * 190]
    const top = 668 - height
    return [
      shadow(paint, [400, 672, half]),
      drumShade(paint, { cx: 400, top, bottom: 660, half_top: half * 0.84, half_bottom: half, color: LINEN }),
      line(
        `M${400 - half * 0.8} ${top + 2}L${400 + half * 0.8} ${top - 2}M400 ${top - half * 0.1}L400 ${top + half * 0.1}`,
        '#ffffff',
        5,
      ),
      ellipse([400, top, 24, 6], '#ffffff', 'stroke="#cfc6b6" stroke-width="3"'),
    ].join('')
  })
}

export const smallShade = () => linenShade(0, 'mist')
export const mediumShade = () => linenShade(0.5, 'blush')
export const largeShade = () => linenShade(1, 'sky')

export const cable = () =>
  drawScene({ ...hanging(DAY.oat), wall: '#e6dccb' }, (paint) => {
    const rust = '#b4532f'
    const loops = repeated(6, (index) => {
      const [rx, ry, y] = [216 - index * 7, 196 - index * 9, 380 + index * 6]
      return (
        ellipse([400, y, rx, ry], 'none', `stroke="${darker(rust, 0.3)}" stroke-width="17"`) +
        ellipse([398, y - 2, rx, ry], 'none', `stroke="${lighter(rust, 0.12)}" stroke-width="11"`) +
        ellipse(
          [398, y - 2, rx, ry],
          'none',
          `stroke="${lighter(rust, 0.5)}" stroke-width="9" stroke-dasharray="3 9" opacity=".6"`,
        )
      )
    })
    return [
      ellipse([410, 420, 270, 240], paint.glow('#4a3626', 0.4)),
      line('M600 440C690 520 640 620 560 660', darker(rust, 0.2), 15),
      loops,
      rect([372, 150, 56, 72, 12], '#2e2925'),
      rect([486, 630, 96, 58, 20], rounded(paint, '#2e2925')),
      rect([448, 640, 42, 9, 4], '#c9cdd0'),
      rect([448, 668, 42, 9, 4], '#c9cdd0'),
      rect([590, 430, 34, 76, 14], rounded(paint, '#2e2925')),
      rect([600, 452, 14, 26, 6], '#8a837c'),
    ].join('')
  })
