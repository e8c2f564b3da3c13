import { ALUMINIUM, BRASS, EVENING, hanging, OAK, STEEL, standing } from './colors.ts'
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
} from './scene.ts'

function wallLight(
  backdrop: keyof typeof EVENING,
  [x, y, radius]: readonly [number, number, number],
  draw: (paint: Paint) => string,
) {
  return drawScene(hanging(EVENING[backdrop]), (paint) => light(paint, [x, y, radius]) + draw(paint))
}

export const hinge = () =>
  wallLight('teal', [530, 400, 300], (paint) => {
    const brass = rounded(paint, BRASS)
    return [
      rect([120, 280, 54, 260, 27], paint.across(darker(BRASS, 0.35), lighter(BRASS, 0.3), darker(BRASS, 0.2))),
      ellipse([147, 306, 6], darker(BRASS, 0.5)),
      ellipse([147, 514, 6], darker(BRASS, 0.5)),
      rod('M150 410L350 410', BRASS, 15),
      rod('M350 410L530 322', BRASS, 15),
      rect([334, 384, 32, 52, 10], brass),
      rect([136, 386, 30, 48, 8], brass),
      rod('M530 320L530 360', BRASS, 13),
      drumShade(paint, { cx: 530, top: 350, bottom: 520, half_top: 82, half_bottom: 122, color: '#efe6d6' }),
    ].join('')
  })

export const plaster = () =>
  wallLight('cocoa', [400, 320, 380], (paint) => {
    const white = '#ebe5da'
    return [
      shape('M262 330L150 40L650 40L538 330Z', paint.down('#ffdf9c', '#fff3cf'), 'opacity=".28"'),
      shape('M300 560L200 780L600 780L500 560Z', paint.down('#fff3cf', '#ffdf9c'), 'opacity=".2"'),
      shape(
        'M240 320C250 480 300 566 400 566S550 480 560 320Z',
        paint.across(darker(white, 0.14), '#ffffff', white, darker(white, 0.3)),
      ),
      ellipse([400, 320, 160, 22], '#fff6da'),
      ellipse([400, 322, 120, 14], '#ffffff'),
      ellipse([330, 420, 40, 70], paint.glow('#ffffff', 0.5)),
    ].join('')
  })

export const pictureLight = () =>
  wallLight('forest', [400, 330, 330], (paint) => {
    const hills = [
      rect([250, 330, 300, 300], paint.down('#e8c79a', '#f4e3c1', '#dfe3d0')),
      ellipse([470, 420, 34], '#f2a65a'),
      shape('M250 520C310 470 360 480 410 514S510 540 550 490L550 630L250 630Z', '#7d8a57'),
      shape('M250 570C330 530 420 590 550 556L550 630L250 630Z', '#55653f'),
    ].join('')
    return [
      rect([226, 306, 348, 348, 4], '#12100e', 'opacity=".35" transform="translate(8 12)"'),
      rect([218, 298, 364, 364, 4], paint.across('#5a3b22', '#9c6d3f', '#6a4527')),
      rect([240, 320, 320, 320], '#f5efe2'),
      hills,
      shape('M270 240L530 240L582 662L218 662Z', paint.down('#fff0c4', '#ffe3a6'), 'opacity=".2"'),
      rod('M400 306L400 232', BRASS, 12),
      rod('M252 222L548 222', BRASS, 30),
      rect([258, 234, 284, 7, 3], '#fffbe9'),
    ].join('')
  })

export const bulkhead = () =>
  wallLight('dusk', [400, 400, 340], (paint) => {
    const metal = '#8f979c'
    const bars = [
      line('M400 236L400 564', darker(metal, 0.3), 16),
      line('M236 400L564 400', darker(metal, 0.3), 16),
      line('M396 236L396 564M236 396L564 396', lighter(metal, 0.3), 3),
    ].join('')
    const ribs = repeated(6, (index) =>
      ellipse([400, 400, 24 + index * 24], 'none', 'stroke="#d9b673" stroke-width="5" opacity=".45"'),
    )
    return [
      ellipse([406, 412, 210], '#15161f', 'opacity=".35"'),
      ellipse([400, 400, 206], paint.across(lighter(metal, 0.25), metal, darker(metal, 0.4))),
      ellipse([400, 400, 174], darker(metal, 0.45)),
      ellipse([400, 400, 162], paint.across('#f6d690', '#fff6df', '#f3cd82')),
      ribs,
      ellipse([400, 400, 120], paint.glow('#ffffff', 0.9)),
      bars,
      ellipse([400, 400, 206], 'none', `stroke="${darker(metal, 0.3)}" stroke-width="5"`),
      repeated(4, (index) => {
        const angle = (index + 0.5) * (Math.PI / 2)
        return ellipse([400 + Math.cos(angle) * 190, 400 + Math.sin(angle) * 190, 8], darker(metal, 0.5))
      }),
    ].join('')
  })

export const lantern = () =>
  drawScene({ ...standing(EVENING.forest), wall: '#2f4038' }, (paint) => {
    const body = '#3d463f'
    return [
      light(paint, [400, 470, 330]),
      pool(paint, [400, 720, 300]),
      shadow(paint, [400, 716, 140]),
      line('M286 300C270 120 530 120 514 300', '#9b6238', 20),
      line('M286 300C270 116 530 116 514 300', '#c98a57', 5),
      rect([280, 330, 240, 290, 12], paint.across('#e9b95f', '#fff3cb', '#ffe9ae', '#dda94f')),
      ellipse([400, 480, 90, 120], paint.glow('#ffffff', 1)),
      repeated(5, (index) => rect([276 + index * 57, 326, 14, 300, 6], rounded(paint, body))),
      rect([256, 280, 288, 58, 18], rounded(paint, body)),
      rect([256, 610, 288, 104, 22], rounded(paint, body)),
      ellipse([400, 664, 16], '#ffd98c'),
      ellipse([400, 664, 24], 'none', 'stroke="#7d887f" stroke-width="3"'),
    ].join('')
  })

export const pathLights = () =>
  drawScene({ wall: '#31424d', ground: '#42543a', horizon: 470 }, (paint) => {
    const post = (x: number, y: number, scale: number) =>
      `<g transform="translate(${x} ${y}) scale(${scale})">${[
        ellipse([0, 0, 210, 46], paint.glow('#ffe09a', 0.8)),
        ellipse([0, -190, 170], paint.glow('#ffd27e', 0.6)),
        rect([-24, -160, 48, 160, 4], rounded(paint, OAK)),
        line('M-6 -150L-8 -10M8 -140L10 -20', darker(OAK, 0.3), 2.5, 'opacity=".6"'),
        rect([-30, -206, 60, 48, 6], '#fff1c6'),
        shape('M-56 -206L56 -206L40 -236L-40 -236Z', rounded(paint, STEEL)),
        rect([-30, -242, 60, 8, 3], '#2e4d7a'),
      ].join('')}</g>`
    return [
      shape(
        'M330 470C360 470 440 470 470 470C520 590 620 700 760 810L120 810C280 700 330 590 330 470Z',
        paint.down('#8c8272', '#b5a78f'),
      ),
      post(296, 560, 0.5),
      post(520, 600, 0.62),
      post(220, 680, 0.86),
      post(640, 770, 1.15),
    ].join('')
  })

export const ceilingRose = () =>
  drawScene({ ...hanging(EVENING.cocoa), wall: '#cdbfa9' }, (paint) =>
    [
      rect([0, 0, 800, 150], paint.down('#f1ebdf', '#ded3c0')),
      ellipse([400, 172, 250, 26], '#2b211a', 'opacity=".18"'),
      lathe(
        400,
        [
          [148, 232],
          [166, 232],
          [200, 214],
          [240, 130],
          [262, 60],
          [276, 30],
        ],
        rounded(paint, BRASS),
      ),
      rect([384, 270, 32, 40, 8], rounded(paint, darker(BRASS, 0.15))),
      line('M400 304L400 820', '#26201b', 11),
      line('M397 304L397 820', ALUMINIUM, 2.5, 'opacity=".5"'),
      shape('M226 178C280 206 330 226 352 236C300 234 244 214 226 178Z', '#ffffff', 'opacity=".4"'),
    ].join(''),
  )
