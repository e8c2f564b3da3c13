import { ALUMINIUM, ASH, BRASS, EVENING, LINEN, OAK, PAPER, STEEL, standing } from './colors.ts'
import { dome, drumShade, light, pool, rod } from './lamp-parts.ts'
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

/** The head of a desk lamp, which shines downwards from its pivot at the top. */
function head(paint: Paint, color: string): string {
  return (
    ellipse([0, 128, 92, 18], '#ffe9b4') +
    shape(
      'M-34 0L34 0L92 128A92 18 0 0 1 -92 128Z',
      paint.across(darker(color, 0.2), lighter(color, 0.4), color, darker(color, 0.35)),
    ) +
    ellipse([0, 128, 92, 18], '#ffeebf') +
    ellipse([0, 128, 70, 12], '#fffaf0') +
    rect([-24, -34, 48, 40, 12], rounded(paint, color))
  )
}

const placed = (x: number, y: number, degrees: number, drawn: string) =>
  `<g transform="translate(${x} ${y}) rotate(${degrees})">${drawn}</g>`

export const larch = () =>
  drawScene(EVENING.teal, (paint) =>
    [
      light(paint, [560, 350, 280]),
      pool(paint, [560, 668, 260]),
      shadow(paint, [270, 672, 130]),
      ellipse([270, 666, 112, 24], darker(OAK, 0.35)),
      ellipse([270, 654, 112, 24], rounded(paint, OAK)),
      rod('M270 646L216 420', OAK, 24),
      rod('M216 420L520 214', OAK, 24),
      line('M232 440L300 372', '#d8d2c6', 4),
      ellipse([216, 420, 22], BRASS),
      ellipse([216, 420, 8], darker(BRASS, 0.4)),
      ellipse([270, 644, 18], BRASS),
      placed(532, 228, -18, head(paint, '#e7ddcb')),
      ellipse([520, 214, 17], BRASS),
    ].join(''),
  )

export const draft = () =>
  drawScene(EVENING.dusk, (paint) => {
    const arm = [rod('M218 560L180 330', ALUMINIUM, 15), rod('M240 560L202 330', ALUMINIUM, 15)].join('')
    const second = [rod('M190 330L520 190', ALUMINIUM, 15), rod('M196 352L526 212', ALUMINIUM, 15)].join('')
    return [
      light(paint, [560, 360, 270]),
      pool(paint, [570, 690, 230]),
      rect([180, 598, 100, 22, 4], rounded(paint, STEEL)),
      rect([196, 600, 20, 110, 4], rounded(paint, STEEL)),
      rect([180, 690, 90, 18, 4], rounded(paint, STEEL)),
      rect([212, 550, 36, 56, 6], rounded(paint, '#7f868b')),
      arm,
      second,
      ellipse([192, 338, 28], rounded(paint, '#7f868b')),
      ellipse([192, 338, 9], '#e4e8ea'),
      placed(540, 214, -14, head(paint, ALUMINIUM)),
      ellipse([524, 200, 16], '#7f868b'),
    ].join('')
  })

export const clip = () =>
  drawScene({ ...EVENING.cocoa, horizon: 560 }, (paint) => {
    const books: [number, number, string][] = [
      [80, 150, '#8a4b3a'],
      [132, 190, '#d8c49a'],
      [184, 164, '#3d5a61'],
      [236, 178, '#b98f4d'],
    ]
    const standingBooks = books
      .map(
        ([x, height, color]) =>
          rect([x, 560 - height, 48, height, 3], rounded(paint, color)) +
          rect([x + 6, 560 - height + 22, 36, 5], '#f2e6cc', 'opacity=".7"'),
      )
      .join('')
    return [
      light(paint, [580, 330, 230]),
      pool(paint, [590, 600, 220]),
      standingBooks,
      rect([0, 560, 800, 34], paint.down('#a97f52', '#6f4f33')),
      rect([0, 594, 800, 206], paint.down('#2d211c', '#4a372e')),
      rect([392, 520, 66, 92, 10], rounded(paint, '#d9573f')),
      rect([392, 554, 66, 14], darker('#d9573f', 0.4)),
      line('M425 524C420 420 440 300 540 250', '#2f3336', 15),
      line('M423 524C418 420 438 302 538 252', '#7d858a', 3, 'opacity=".8"'),
      turned([-28, 560, 262], dome(paint, { cx: 560, top: 208, bottom: 322, half: 84, color: '#d9573f' })),
      line('M392 590C330 640 340 720 300 810', '#2f3336', 6),
    ].join('')
  })

export const banker = () =>
  drawScene(EVENING.forest, (paint) => {
    const brass = rounded(paint, BRASS)
    const glass = paint.down('#0f5a3c', '#2f9a68', '#1a7149', '#0d4a31')
    return [
      light(paint, [400, 420, 320]),
      pool(paint, [400, 664, 320]),
      shadow(paint, [400, 668, 130]),
      lathe(
        400,
        [
          [600, 30],
          [622, 62],
          [640, 118],
          [664, 128],
        ],
        brass,
      ),
      rod('M400 610L400 300', BRASS, 20),
      ellipse([400, 520, 17, 24], brass),
      line('M400 318C400 250 470 262 470 300', BRASS, 10),
      rect([196, 300, 408, 122, 54], glass),
      rect([214, 312, 372, 26, 13], '#a9e6c6', 'opacity=".4"'),
      rect([204, 402, 392, 22, 10], '#ffefc2'),
      rect([204, 412, 392, 12, 6], '#fff9e8'),
      rect([184, 318, 20, 82, 8], brass),
      rect([596, 318, 20, 82, 8], brass),
      repeated(9, (index) => ellipse([520, 434 + index * 12, 4], lighter(BRASS, 0.3))),
      ellipse([520, 548, 9, 12], brass),
    ].join('')
  })

/** A lamp on the floor; the light is around a point. */
function floorLamp(
  backdrop: keyof typeof EVENING,
  [x, y, radius]: readonly [number, number, number],
  draw: (paint: Paint) => string,
) {
  return drawScene(standing(EVENING[backdrop]), (paint) => light(paint, [x, y, radius]) + draw(paint))
}

export const heron = () =>
  floorLamp('teal', [560, 260, 250], (paint) =>
    [
      pool(paint, [520, 740, 220]),
      shadow(paint, [300, 744, 100]),
      ellipse([300, 738, 92, 18], darker(STEEL, 0.4)),
      ellipse([300, 730, 92, 18], rounded(paint, '#5b6368')),
      line('M300 728C286 560 268 420 300 260C318 168 400 116 500 150', '#22272a', 13),
      line('M297 728C283 560 265 420 297 260C315 166 398 113 498 147', '#8d979d', 3, 'opacity=".8"'),
      turned([-30, 520, 160], dome(paint, { cx: 530, top: 120, bottom: 240, half: 78, color: '#5b6368' })),
    ].join(''),
  )

export const tripod = () =>
  floorLamp('cocoa', [400, 220, 330], (paint) =>
    [
      pool(paint, [400, 735, 300]),
      shadow(paint, [400, 742, 170]),
      rod('M400 340L404 700', darker(ASH, 0.2), 20),
      rod('M392 340L246 748', ASH, 22),
      rod('M408 340L554 748', ASH, 22),
      rect([366, 318, 68, 44, 8], rounded(paint, BRASS)),
      line('M334 500L466 500', BRASS, 5),
      drumShade(paint, { cx: 400, top: 100, bottom: 318, half_top: 186, half_bottom: 222, color: LINEN }),
    ].join(''),
  )

export const arc = () =>
  floorLamp('plum', [590, 320, 260], (paint) => {
    const marble = '#e4dfd8'
    return [
      pool(paint, [590, 730, 190]),
      shadow(paint, [210, 744, 130]),
      rect([100, 676, 220, 66, 8], rounded(paint, marble)),
      line('M112 700C160 690 190 726 250 704M150 740C190 716 260 734 312 712', '#a9a29a', 2.5, 'opacity=".7"'),
      line('M206 678C190 300 300 84 470 92C560 96 590 160 590 216', '#9aa0a4', 15),
      line('M202 678C186 300 298 79 470 88', '#eef1f3', 3.5, 'opacity=".9"'),
      line('M590 200L590 236', '#5f666b', 8),
      dome(paint, { cx: 590, top: 226, bottom: 352, half: 112, color: '#c9ced2' }),
    ].join('')
  })

export const paper = () =>
  floorLamp('dusk', [400, 400, 380], (paint) => {
    const body = 'M310 130Q400 112 490 130L498 690Q400 712 302 690Z'
    const ribs = repeated(15, (index) => {
      const y = 166 + index * 36
      return line(`M${309 - index * 0.4} ${y}Q400 ${y + 16} ${491 + index * 0.4} ${y}`, '#b98f55', 2.4, 'opacity=".55"')
    })
    return [
      pool(paint, [400, 730, 280]),
      shadow(paint, [400, 742, 110]),
      rod('M322 690L316 740', '#8a6a3d', 9),
      rod('M478 690L484 740', '#8a6a3d', 9),
      shape(body, paint.across('#e0bd80', '#fff3d4', '#fffaf0', '#fff0cb', '#d8b173')),
      shape(body, paint.down(PAPER, '#ffffff', PAPER), 'opacity=".3"'),
      ribs,
      rod('M312 130L303 692', '#a67f49', 8),
      rod('M488 130L497 692', '#a67f49', 8),
      ellipse([400, 128, 90, 13], '#fffdf5', 'stroke="#a67f49" stroke-width="4"'),
    ].join('')
  })

export const uplight = () =>
  floorLamp('forest', [400, 90, 330], (paint) =>
    [
      shape('M322 216L60 -10L740 -10L478 216Z', paint.down('#fff0c4', '#ffdf9c'), 'opacity=".2"'),
      shadow(paint, [400, 744, 120]),
      ellipse([400, 738, 112, 20], '#1d2123'),
      ellipse([400, 728, 112, 20], paint.across('#2b3033', '#8c959a', '#3d4347', '#23272a')),
      rod('M400 724L400 290', STEEL, 18),
      ellipse([400, 700, 26, 9], '#5d666b'),
      shape(
        'M296 210C300 290 360 306 400 306S500 290 504 210Z',
        paint.across('#23272a', '#7c858a', '#454b4f', '#1f2325'),
      ),
      ellipse([400, 210, 104, 17], '#fff3cf'),
      ellipse([400, 210, 104, 17], 'none', 'stroke="#2b3033" stroke-width="4"'),
    ].join(''),
  )
