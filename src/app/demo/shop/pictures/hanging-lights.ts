import { BRASS, CLAY, EVENING, hanging, OPAL } from './colors.ts'
import { cord, light } from './lamp-parts.ts'
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
  shape,
} from './scene.ts'

function pendant(
  backdrop: keyof typeof EVENING,
  [y, radius]: readonly [number, number],
  draw: (paint: Paint) => string,
) {
  return drawScene(hanging(EVENING[backdrop]), (paint) => light(paint, [400, y, radius]) + draw(paint))
}

function bell(backdrop: keyof typeof EVENING, color: Color, inside: Color): string {
  return pendant(backdrop, [520, 330], (paint) => {
    const outline: [number, number][] = [
      [226, 30],
      [262, 40],
      [310, 78],
      [370, 116],
      [440, 142],
      [500, 186],
      [528, 226],
    ]
    return [
      cord(400, 210, '#1f1b18'),
      rect([372, 190, 56, 44, 12], rounded(paint, BRASS)),
      ellipse([400, 530, 226, 34], inside),
      lathe(
        400,
        outline,
        paint.across(darker(color, 0.24), lighter(color, 0.35), color, darker(color, 0.1), darker(color, 0.36)),
      ),
      ellipse([400, 530, 226, 34], paint.down(darker(inside, 0.2), inside)),
      ellipse([400, 528, 150, 22], paint.glow('#fffbee', 1)),
      ellipse([400, 524, 52, 26], '#fffdf6'),
      ellipse([400, 530, 226, 34], 'none', `stroke="${darker(color, 0.25)}" stroke-width="4"`),
      shape('M300 360C280 410 254 450 226 486C262 440 276 400 300 360Z', '#ffffff', 'opacity=".28"'),
    ].join('')
  })
}

export const whiteBell = () => bell('teal', '#e9e4da', '#fff0c9')
export const blackBell = () => bell('cocoa', '#34353a', '#e9bf66')
export const rustBell = () => bell('dusk', CLAY, '#ffd9a0')

function globe(backdrop: keyof typeof EVENING, [cy, radius]: readonly [number, number]): string {
  return pendant(backdrop, [cy, radius * 2.3], (paint) =>
    [
      cord(400, cy - radius - 30, '#1f1b18'),
      rect([362, cy - radius - 46, 76, 56, 10], rounded(paint, BRASS)),
      ellipse([400, cy, radius], paint.across('#e9d2a4', '#fff8e6', '#fff4da', '#e4c78f')),
      ellipse([400, cy, radius * 0.9], paint.glow('#ffffff', 0.95)),
      ellipse([400 - radius * 0.36, cy - radius * 0.42, radius * 0.3, radius * 0.2], '#ffffff', 'opacity=".6"'),
      ellipse([400, cy - radius + 10, 38, 9], darker(BRASS, 0.25)),
    ].join(''),
  )
}

export const smallGlobe = () => globe('plum', [450, 128])
export const largeGlobe = () => globe('forest', [450, 208])

export const bamboo = () =>
  pendant('forest', [480, 320], (paint) => {
    const [straw, dark] = ['#d2a660', '#8d6532']
    const bowl = 'M110 500C150 380 270 322 400 322S650 380 690 500Q400 560 110 500Z'
    const slats = repeated(23, (index) => {
      const share = (index - 11) / 11
      const [x, y] = [400 + share * 288, 500 + (1 - share * share) * 29]
      return line(
        `M${400 + share * 60} 326Q${400 + share * 210} ${370 + Math.abs(share) * 20} ${x} ${y}`,
        index % 2 === 0 ? straw : darker(straw, 0.16),
        7,
      )
    })
    const rings = repeated(3, (index) => {
      const [y, half] = [376 + index * 44, 164 + index * 56]
      return line(`M${400 - half} ${y}Q400 ${y + 40} ${400 + half} ${y}`, dark, 4, 'opacity=".6"')
    })
    return [
      cord(400, 320, '#2a211b'),
      ellipse([400, 324, 62, 12], dark),
      shape(bowl, paint.down('#f4d493', '#ffedc2')),
      slats,
      rings,
      line('M110 500Q400 560 690 500', dark, 9),
    ].join('')
  })

export const felt = () =>
  pendant('teal', [560, 300], (paint) => {
    const wool = '#8f949c'
    const pleats = repeated(12, (index) => {
      const share = index / 6 - 1
      return shape(
        `M${400 + share * 74} 250L${400 + share * 230} 556L${400 + (share + 1 / 6) * 230} 552L${400 + (share + 1 / 6) * 74} 250Z`,
        index % 2 === 0 ? '#ffffff' : '#1d1f24',
        `opacity="${index % 2 === 0 ? 0.1 : 0.16}"`,
      )
    })
    return [
      cord(400, 250, '#d2673f'),
      ellipse([400, 560, 238, 34], '#ffe3a6'),
      shape(
        'M320 250Q400 228 480 250L640 556A240 36 0 0 1 160 556Z',
        paint.across(darker(wool, 0.2), lighter(wool, 0.25), wool, darker(wool, 0.3)),
      ),
      pleats,
      ellipse([400, 558, 236, 33], paint.down('#f3c878', '#ffefc6')),
      ellipse([400, 556, 110, 18], OPAL),
      ellipse([400, 248, 80, 14], darker(wool, 0.35)),
    ].join('')
  })

export const stringLights = () =>
  drawScene({ ...hanging(EVENING.dusk), wall: '#2c3553' }, (paint) => {
    const bulbs = (start: number, dip: number, y: number) =>
      repeated(7, (index) => {
        const share = (index + 0.5) / 7
        const [x, drop] = [800 * share, y + 4 * dip * share * (1 - share) + start * (1 - share)]
        return [
          ellipse([x, drop + 40, 74], paint.glow('#ffcf78', 0.75)),
          rect([x - 9, drop, 18, 24, 4], '#191613'),
          lathe(
            x,
            [
              [drop + 22, 9],
              [drop + 38, 20],
              [drop + 56, 20],
              [drop + 70, 5],
            ],
            '#fff2c9',
          ),
          ellipse([x - 6, drop + 44, 4, 9], '#ffffff'),
        ].join('')
      })
    const wire = (start: number, dip: number, y: number) =>
      line(`M-10 ${y + start}Q400 ${y + start / 2 + dip * 2} 810 ${y}`, '#14110f', 6)
    return [
      ...[wire(60, 70, 90), wire(-40, 80, 330), wire(40, 60, 560)],
      ...[bulbs(60, 70, 90), bulbs(-40, 80, 330), bulbs(40, 60, 560)],
    ].join('')
  })
