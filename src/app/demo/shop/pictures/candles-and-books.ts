import { BRASS, DAY, EVENING } from './colors.ts'
import { light, pool } from './lamp-parts.ts'
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
  turned,
} from './scene.ts'

/** A flame on its wick, whose foot is at a point. */
function flame(paint: Paint, [x, y, scale]: readonly [number, number, number]): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">${[
    ellipse([0, -40, 150], paint.glow('#ffcf70', 0.7)),
    line('M0 6L0 -18', '#3a2a20', 5),
    shape('M0 -92C22 -58 24 -34 0 -12C-24 -34 -18 -58 0 -92Z', paint.down('#ffd46b', '#fff7d6', '#ffb648')),
    shape('M0 -52C10 -36 9 -26 0 -18C-9 -26 -8 -38 0 -52Z', '#fffdf2'),
  ].join('')}</g>`
}

export const beeswax = () =>
  drawScene(EVENING.cocoa, (paint) => {
    const wax = '#d9a441'
    const candle = (x: number, top: number) =>
      rect([x - 27, top, 54, 664 - top, 12], rounded(paint, wax)) +
      ellipse([x, top + 6, 27, 8], lighter(wax, 0.4)) +
      repeated(6, (index) =>
        line(
          `M${x - 26} ${top + 40 + index * 46}Q${x} ${top + 52 + index * 46} ${x + 26} ${top + 40 + index * 46}`,
          darker(wax, 0.25),
          2,
          'opacity=".5"',
        ),
      )
    return [
      pool(paint, [400, 664, 320]),
      shadow(paint, [400, 668, 230]),
      [220, 292, 364, 436, 508, 580].map((x, index) => candle(x, 330 + (index % 2) * 34)).join(''),
      line('M186 520C300 552 500 552 614 520', '#efe3cb', 13),
      line('M186 520C300 552 500 552 614 520', '#b09a72', 2),
      shape('M388 534C340 490 320 520 350 556ZM412 534C460 490 480 520 450 556Z', '#efe3cb'),
      ellipse([400, 540, 20, 16], '#e2d2b2'),
      flame(paint, [364, 330, 0.9]),
    ].join('')
  })

export const scented = () =>
  drawScene(EVENING.plum, (paint) =>
    [
      pool(paint, [400, 664, 260]),
      shadow(paint, [400, 668, 150]),
      rect([262, 350, 276, 316, 26], paint.across('#3f5a4c', '#8fb09f', '#6f9382', '#35503f')),
      rect([278, 430, 244, 222, 18], paint.across('#e0cda8', '#fbf1dc', '#d9c195')),
      rect([262, 350, 276, 316, 26], paint.across('#2a4236', '#a9c7b8', '#3c5a4b'), 'opacity=".4"'),
      rect([318, 490, 164, 116, 6], '#f7f1e4'),
      shape('M400 506L424 548L412 548L432 580L368 580L388 548L376 548Z', '#48664f'),
      rect([396, 578, 8, 16], '#48664f'),
      ellipse([400, 350, 138, 24], '#b8d0c4', 'opacity=".75"'),
      ellipse([400, 430, 120, 18], '#fff2d2'),
      flame(paint, [400, 428, 1.15]),
      rect([286, 372, 20, 260, 10], '#ffffff', 'opacity=".4"'),
    ].join(''),
  )

export const candlestick = () =>
  drawScene(EVENING.forest, (paint) => {
    const brass = rounded(paint, BRASS)
    return [
      light(paint, [400, 130, 220]),
      pool(paint, [400, 664, 260]),
      shadow(paint, [400, 668, 130]),
      rect([372, 150, 56, 230, 10], rounded(paint, '#efe6d2')),
      ellipse([400, 154, 28, 8], '#fff6e0'),
      lathe(
        400,
        [
          [366, 44],
          [384, 46],
          [398, 70],
          [408, 72],
          [418, 30],
          [450, 22],
          [484, 40],
          [510, 26],
          [560, 18],
          [600, 30],
          [630, 78],
          [652, 124],
          [664, 128],
        ],
        brass,
      ),
      line('M330 402Q400 416 470 402M286 650Q400 672 514 650', darker(BRASS, 0.4), 3, 'opacity=".6"'),
      flame(paint, [400, 150, 1.05]),
    ].join('')
  })

export const tealight = () =>
  drawScene(EVENING.teal, (paint) => {
    const tin = '#6f787c'
    const star = (x: number, y: number, size: number, color: Color) =>
      shape(
        `M${x} ${y - size}L${x + size * 0.28} ${y - size * 0.28}L${x + size} ${y}L${x + size * 0.28} ${y + size * 0.28}L${x} ${y + size}L${x - size * 0.28} ${y + size * 0.28}L${x - size} ${y}L${x - size * 0.28} ${y - size * 0.28}Z`,
        color,
      )
    const cast = repeated(22, (index) => {
      const angle = index * 2.4
      const radius = 250 + (index % 5) * 44
      return star(
        400 + Math.cos(angle) * radius,
        420 + Math.sin(angle) * radius * 0.8,
        9 + (index % 3) * 3,
        '#ffe2a2',
      ).replace('/>', 'opacity=".38"/>')
    })
    const holes = repeated(18, (index) =>
      star(304 + (index % 6) * 38.4, 420 + Math.floor(index / 6) * 80, 15, '#ffeeb8'),
    )
    return [
      light(paint, [400, 480, 300]),
      pool(paint, [400, 680, 300]),
      cast,
      shadow(paint, [400, 676, 140]),
      line('M330 250C330 130 470 130 470 250', '#4b5357', 9),
      shape('M268 370L400 236L532 370Z', rounded(paint, tin)),
      rect([268, 362, 264, 308, 10], rounded(paint, tin)),
      holes,
      rect([256, 356, 288, 20, 8], rounded(paint, darker(tin, 0.25))),
      rect([256, 654, 288, 24, 8], rounded(paint, darker(tin, 0.25))),
      star(400, 316, 17, '#ffeeb8'),
    ].join('')
  })

/** A book that stands at an angle, with a drawing on its cover. */
function book(
  backdrop: keyof typeof DAY,
  cover: Color,
  [thick, drawing]: readonly [number, (paint: Paint) => string],
): string {
  return drawScene(DAY[backdrop], (paint) =>
    [
      shadow(paint, [410, 672, 200]),
      shape(
        `M232 140L${232 - thick} 164L${232 - thick} 688L232 664Z`,
        paint.across(darker(cover, 0.5), darker(cover, 0.2)),
      ),
      rect([232, 136, 372, 530, 6], paint.across(darker(cover, 0.2), lighter(cover, 0.1), cover)),
      rect([232, 136, 22, 530], darker(cover, 0.3), 'opacity=".5"'),
      drawing(paint),
    ].join(''),
  )
}

/** Lines in place of a title. */
const title = (color: Color, y: number) =>
  rect([300, y, 236, 17, 4], color) + rect([340, y + 34, 156, 11, 4], color, 'opacity=".75"')

export const lampBook = () =>
  book('mist', '#1f4a4d', [
    64,
    (paint) =>
      [
        title('#e9c877', 200),
        ellipse([418, 420, 130], paint.glow('#ffdf98', 0.8)),
        shape('M360 330L476 330L512 436L324 436Z', '#f4e3bd'),
        rect([412, 436, 12, 100], '#e9c877'),
        ellipse([418, 542, 58, 13], '#e9c877'),
        rect([276, 600, 284, 5], '#e9c877', 'opacity=".8"'),
        rect([268, 160, 300, 482], 'none', 'stroke="#e9c877" stroke-width="3" opacity=".6"'),
      ].join(''),
  ])

/** The window of "Light at Home", on paper and on a reader. */
function lightAtHome(paint: Paint): string {
  return [
    ellipse([418, 420, 150], paint.glow('#fff3c9', 0.9)),
    shape('M300 400L418 300L536 400L536 540L300 540Z', '#f7efe0'),
    shape('M280 408L418 290L556 408', 'none', 'stroke="#8f3f28" stroke-width="14" stroke-linejoin="round"'),
    rect([388, 430, 60, 66, 3], '#f6c65b'),
    line('M418 430L418 496M388 463L448 463', '#8f3f28', 5),
    rect([326, 430, 40, 66, 3], '#f6c65b', 'opacity=".7"'),
    rect([470, 430, 40, 110, 3], '#8f3f28'),
  ].join('')
}

export const lightBook = () => book('sky', '#cf6a43', [26, (paint) => title('#fbeedb', 196) + lightAtHome(paint)])

export const reader = () =>
  drawScene(DAY.stone, (paint) =>
    [
      shadow(paint, [400, 680, 210]),
      turned(
        [-4, 400, 420],
        [
          rect([206, 110, 400, 562, 34], paint.across('#1d1f22', '#474b50', '#26292c')),
          rect([236, 142, 340, 470, 6], paint.down('#f6f1e6', '#ece5d6')),
          `<g transform="translate(-12 -30)">${title('#4a4239', 200)}${lightAtHome(paint)}</g>`,
          rect([386, 634, 40, 12, 6], '#6d7278'),
          rect([236, 142, 340, 470, 6], paint.across('#ffffff', '#ffffff', '#c9c4b8'), 'opacity=".12"'),
        ].join(''),
      ),
    ].join(''),
  )

export const plan = () =>
  drawScene({ ...DAY.straw, horizon: 0 }, (paint) => {
    const lamp = (x: number, y: number) =>
      ellipse([x, y, 64], paint.glow('#ffc64d', 0.8)) +
      ellipse([x, y, 9], '#e0902c') +
      ellipse([x, y, 17], 'none', 'stroke="#e0902c" stroke-width="3"')
    const grid = repeated(13, (index) =>
      line(
        `M${150 + index * 40} 130L${150 + index * 40} 660M140 ${140 + index * 40}L650 ${140 + index * 40}`,
        '#8fb0c4',
        1,
        'opacity=".5"',
      ),
    )
    const sheet = [
      rect([146, 138, 520, 540, 4], '#3c2a16', 'opacity=".3"'),
      rect([136, 124, 520, 540, 4], paint.across('#fbf8f0', '#f2ece0')),
      grid,
      line('M196 190L596 190L596 430M596 530L596 600L196 600L196 190', '#31465a', 11),
      line('M596 430A100 100 0 0 0 498 528L596 530', '#31465a', 3),
      line('M280 190L420 190', '#9fc3d8', 13),
      rect([222, 430, 150, 140, 12], 'none', 'stroke="#5a6b7a" stroke-width="5"'),
      rect([238, 446, 118, 40, 8], 'none', 'stroke="#5a6b7a" stroke-width="4"'),
      ellipse([456, 330, 62, 62], 'none', 'stroke="#5a6b7a" stroke-width="5"'),
      lamp(456, 330),
      lamp(244, 240),
      lamp(420, 560),
      lamp(556, 236),
    ].join('')
    const pencil =
      rect([0, 0, 250, 22, 3], '#d9a12f') +
      rect([0, 7, 250, 7], '#f3c45e') +
      shape('M250 0L290 11L250 22Z', '#ecd3ab') +
      shape('M276 7L290 11L276 15Z', '#33302d') +
      rect([-26, 0, 28, 22, 4], '#c96a5a')
    return `${turned([-5, 400, 400], sheet)}<g transform="translate(440 700) rotate(-28)">${pencil}</g>`
  })
