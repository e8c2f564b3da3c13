import { ASH, BRASS, DAY, hanging, OAK } from './colors.ts'
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

function cushion(backdrop: keyof typeof DAY, color: Color): string {
  return drawScene(DAY[backdrop], (paint) => {
    const outline =
      'M196 236C300 268 500 268 604 236C576 350 576 540 612 668C500 636 300 636 188 668C224 540 224 350 196 236Z'
    const weave = repeated(20, (index) =>
      line(
        `M206 ${256 + index * 20}Q400 ${270 + index * 20} 596 ${256 + index * 20}`,
        darker(color, 0.3),
        1.4,
        'opacity=".2"',
      ),
    )
    return [
      shadow(paint, [400, 672, 210]),
      shape(outline, paint.across(darker(color, 0.16), lighter(color, 0.3), color, darker(color, 0.26))),
      shape(outline, paint.down(lighter(color, 0.2), color, darker(color, 0.3)), 'opacity=".45"'),
      weave,
      line(
        'M214 262C280 330 300 360 318 420M586 262C520 330 500 360 486 410M208 640C270 580 290 560 312 500M592 640C540 590 514 556 492 500',
        darker(color, 0.35),
        5,
        'opacity=".35"',
      ),
      line(outline, darker(color, 0.3), 3, 'opacity=".6"'),
    ].join('')
  })
}

export const oatCushion = () => cushion('sky', '#d9c7a6')
export const mossCushion = () => cushion('straw', '#7f8a58')

/** A folded pile of cloth, with stripes along it. */
function folded(
  paint: Paint,
  [top, layers]: readonly [number, number],
  color: Color,
  stripe: (y: number, layer: number) => string,
): string {
  const height = (668 - top) / layers
  return repeated(layers, (index) => {
    const y = 668 - height * (index + 1)
    const inset = index * 7
    const [x, width] = [170 + inset, 460 - inset * 2]
    const fill = paint.down(lighter(color, 0.28), color, darker(color, 0.3))
    return (
      rect([x, y, width, height + 2, height / 2], fill) +
      stripe(y + height / 2, index) +
      line(`M${x + 26} ${y + height - 4}L${x + width - 26} ${y + height - 4}`, darker(color, 0.45), 3, 'opacity=".4"')
    )
  })
}

export const throwBlanket = () =>
  drawScene(DAY.mist, (paint) => {
    const color = '#a9543f'
    const checks = (y: number) =>
      repeated(6, (index) => rect([212 + index * 66, y - 26, 18, 50], '#f0dcc0', 'opacity=".42"'))
    return [
      shadow(paint, [400, 672, 240]),
      folded(paint, [380, 4], color, checks),
      repeated(20, (index) =>
        line(`M${204 + index * 20} 664L${200 + index * 20 + (index % 3) * 4} 712`, darker(color, 0.12), 6),
      ),
    ].join('')
  })

export const waffle = () =>
  drawScene(DAY.blush, (paint) => {
    const grid = (y: number) =>
      repeated(
        24,
        (index) =>
          rect([206 + index * 16.2, y - 26, 9, 9, 2], '#8d9fae', 'opacity=".55"') +
          rect([206 + index * 16.2, y - 8, 9, 9, 2], '#8d9fae', 'opacity=".55"') +
          rect([206 + index * 16.2, y + 10, 9, 9, 2], '#8d9fae', 'opacity=".55"'),
      )
    return shadow(paint, [400, 672, 240]) + folded(paint, [350, 4], '#c4d0d9', grid)
  })

export const rug = () =>
  drawScene({ ...DAY.stone, horizon: 300 }, (paint) => {
    const jute = '#c39a5f'
    const rings = repeated(9, (index) => {
      const inset = index * 24
      const [left, right] = [232 + inset * 0.72, 568 - inset * 0.72]
      const [y, bottom] = [420 + inset * 0.44, 700 - inset * 0.46]
      return line(
        `M${left} ${y}L${right} ${y}L${right + 100 - inset * 0.3} ${bottom}L${left - 100 + inset * 0.3} ${bottom}Z`,
        darker(jute, index % 2 === 0 ? 0.3 : 0.1),
        5,
        'stroke-dasharray="13 5" opacity=".75"',
      )
    })
    return [
      shape('M218 412L582 412L690 716L110 716Z', '#3a2a1c', 'opacity=".25" transform="translate(6 10)"'),
      shape('M218 408L582 408L690 710L110 710Z', paint.down(darker(jute, 0.08), lighter(jute, 0.2), jute)),
      rings,
      repeated(29, (index) => line(`M${112 + index * 20.6} 712L${110 + index * 20.6} 734`, lighter(jute, 0.2), 4)),
    ].join('')
  })

const SPECKLES = '#6d6258'

function speckled([cx, cy, rx, ry]: readonly [number, number, number, number]): string {
  return repeated(40, (index) => {
    const [angle, share] = [index * 2.4, Math.sqrt((index + 0.5) / 40)]
    return ellipse(
      [cx + Math.cos(angle) * rx * share, cy + Math.sin(angle) * ry * share, 1.2 + (index % 3) * 0.8],
      SPECKLES,
      'opacity=".5"',
    )
  })
}

export const bowl = () =>
  drawScene(DAY.blush, (paint) => {
    const glaze = '#b9c4bd'
    return [
      shadow(paint, [400, 660, 170]),
      shape('M176 430C190 560 280 650 400 650S610 560 624 430Z', rounded(paint, glaze)),
      speckled([400, 530, 170, 90]),
      shape('M330 640L470 640L462 664L338 664Z', rounded(paint, '#9c7a5c')),
      ellipse([400, 430, 224, 62], lighter(glaze, 0.3)),
      ellipse([400, 436, 204, 52], paint.down(darker(glaze, 0.3), glaze)),
      ellipse([400, 430, 224, 62], 'none', 'stroke="#a78a6a" stroke-width="5"'),
    ].join('')
  })

export const plate = () =>
  drawScene({ ...hanging(DAY.oat), wall: '#b99873' }, (paint) => {
    const glaze = '#e3ded4'
    return [
      ellipse([412, 424, 300], paint.glow('#2b1a10', 0.7)),
      ellipse([400, 400, 276], paint.across(lighter(glaze, 0.5), glaze, darker(glaze, 0.16))),
      ellipse([400, 400, 276], 'none', 'stroke="#a88a68" stroke-width="7"'),
      ellipse([400, 400, 196], paint.across(darker(glaze, 0.12), glaze, lighter(glaze, 0.5))),
      ellipse([400, 400, 186], paint.across(lighter(glaze, 0.35), glaze, darker(glaze, 0.08))),
      speckled([400, 400, 262, 262]),
      ellipse([310, 290, 60, 34], '#ffffff', 'opacity=".5"'),
    ].join('')
  })

export const mug = () =>
  drawScene(DAY.straw, (paint) => {
    const glaze = '#5f7f86'
    return [
      repeated(3, (index) =>
        line(
          `M${340 + index * 60} 300C${320 + index * 60} 260 ${364 + index * 60} 240 ${342 + index * 60} 190`,
          '#ffffff',
          9,
          'opacity=".45"',
        ),
      ),
      shadow(paint, [400, 664, 150]),
      line('M540 430C650 420 650 580 530 580', darker(glaze, 0.15), 34),
      line('M540 424C644 414 644 574 530 574', lighter(glaze, 0.2), 9, 'opacity=".8"'),
      shape('M250 350L256 620C262 664 538 664 544 620L550 350Z', rounded(paint, glaze)),
      shape('M252 560L256 620C262 664 538 664 544 620L548 560Q400 590 252 560Z', rounded(paint, '#c7a787')),
      speckled([400, 470, 120, 90]),
      ellipse([400, 350, 150, 34], lighter(glaze, 0.35)),
      ellipse([400, 354, 132, 26], '#3b2417'),
    ].join('')
  })

export const board = () =>
  drawScene({ ...hanging(DAY.mist), wall: '#c6d0c9' }, (paint) => {
    const grain = repeated(9, (index) => {
      const x = 286 + index * 28
      return line(`M${x} 212C${x + 14} 340 ${x - 16} 470 ${x + 6} 664`, darker(OAK, 0.4), 3, 'opacity=".3"')
    })
    return [
      rect([264, 190, 300, 510, 54], '#1d2620', 'opacity=".22"'),
      rect([364, 84, 76, 150, 34], paint.across(darker(OAK, 0.1), lighter(OAK, 0.2), darker(OAK, 0.12))),
      rect([252, 176, 300, 510, 54], paint.across(darker(OAK, 0.12), lighter(OAK, 0.24), OAK, darker(OAK, 0.2))),
      grain,
      ellipse([402, 122, 17], '#c6d0c9', `stroke="${darker(OAK, 0.4)}" stroke-width="4"`),
      ellipse([356, 420, 22, 13], 'none', `stroke="${darker(OAK, 0.4)}" stroke-width="3" opacity=".5"`),
      rect([252, 176, 300, 510, 54], 'none', `stroke="${darker(OAK, 0.3)}" stroke-width="3"`),
    ].join('')
  })

export const basket = () =>
  drawScene(DAY.sky, (paint) => {
    const grass = '#c7a266'
    const rows = repeated(11, (index) => {
      const [y, half] = [330 + index * 30, 206 - index * 4.5]
      return line(
        `M${400 - half} ${y}Q400 ${y + 34} ${400 + half} ${y}`,
        darker(grass, index % 2 === 0 ? 0.32 : 0.12),
        8,
        `stroke-dasharray="22 10" stroke-dashoffset="${(index % 2) * 16}"`,
      )
    })
    return [
      shadow(paint, [400, 676, 190]),
      line('M236 330C210 250 300 240 300 330M500 330C500 240 590 250 564 330', darker(grass, 0.25), 16),
      shape('M190 310C196 470 220 620 246 660Q400 704 554 660C580 620 604 470 610 310Z', rounded(paint, grass)),
      rows,
      ellipse([400, 310, 210, 42], darker(grass, 0.5)),
      ellipse([400, 310, 210, 42], 'none', `stroke="${lighter(grass, 0.1)}" stroke-width="14"`),
    ].join('')
  })

export const pegRail = () =>
  drawScene({ ...hanging(DAY.sky), wall: '#b9c7c2' }, (paint) =>
    [
      rect([84, 312, 640, 74, 10], '#23302b', 'opacity=".22"'),
      rect([78, 300, 644, 74, 10], paint.down(lighter(ASH, 0.3), ASH, darker(ASH, 0.2))),
      line('M96 322C260 314 480 330 704 320M96 350C300 358 500 342 704 352', darker(ASH, 0.35), 2.4, 'opacity=".45"'),
      repeated(5, (index) => {
        const x = 148 + index * 126
        return (
          rect([x - 13, 340, 26, 62, 10], paint.across(darker(ASH, 0.3), ASH, darker(ASH, 0.4))) +
          ellipse([x, 398, 24], rounded(paint, ASH))
        )
      }),
      shape('M386 404C340 430 326 640 330 720L474 720C478 640 462 430 416 404Z', rounded(paint, '#cf7d52')),
      line(
        'M400 404L384 440M400 404L418 440M372 470C366 560 362 640 364 714M430 470C436 560 440 640 438 714',
        darker('#cf7d52', 0.35),
        4,
        'opacity=".6"',
      ),
      line('M148 400C120 460 130 500 148 520C170 500 176 460 148 400', '#6d7f58', 9),
    ].join(''),
  )

export const wallBoard = () =>
  drawScene({ ...hanging(DAY.straw), wall: '#d8c3a5' }, (paint) => {
    const books: [number, number, string][] = [
      [180, 150, '#41606a'],
      [226, 178, '#b55b3d'],
      [272, 138, '#e5d6b4'],
      [318, 166, '#6f7b52'],
    ]
    return [
      books.map(([x, height, color]) => rect([x, 430 - height, 42, height, 3], rounded(paint, color))).join(''),
      lathe(
        560,
        [
          [330, 18],
          [346, 14],
          [376, 44],
          [412, 50],
          [430, 34],
        ],
        rounded(paint, '#e8e0d2'),
      ),
      line(
        'M560 330C540 250 520 230 500 200M560 330C566 250 590 220 620 200M560 330C560 260 552 210 560 170',
        '#6d7f58',
        6,
      ),
      repeated(7, (index) => ellipse([500 + index * 20, 196 - (index % 3) * 22, 15, 9], '#7f9163')),
      rect([128, 444, 556, 18], '#3a2a1c', 'opacity=".25"'),
      rect([120, 430, 560, 30, 4], paint.down(lighter(OAK, 0.3), OAK, darker(OAK, 0.25))),
      line('M140 440C300 448 480 436 660 444', darker(OAK, 0.4), 2.4, 'opacity=".5"'),
      [220, 580]
        .map((x) => line(`M${x} 462L${x} 580M${x} 580C${x + 60} 560 ${x + 76} 520 ${x + 80} 464`, BRASS, 13))
        .join(''),
    ].join('')
  })
