import type { Backdrop } from './scene.ts'

// The materials of the shop.
export const OAK = '#c39a66'
export const ASH = '#d9bd92'
export const BRASS = '#c8a14d'
export const STEEL = '#3a3f43'
export const ALUMINIUM = '#b9bec2'
export const LINEN = '#e6d9c1'
export const OPAL = '#fbf4e4'
export const WARM = '#ffd98c'
export const PAPER = '#f4e9d2'
export const CLAY = '#b0683f'

const TABLE = 610
const FLOOR = 680

/** In the evening, for what gives light. */
export const EVENING: Readonly<Record<'teal' | 'dusk' | 'cocoa' | 'forest' | 'plum', Backdrop>> = {
  teal: { wall: '#35565a', ground: '#5d4636', horizon: TABLE },
  dusk: { wall: '#454a66', ground: '#54433f', horizon: TABLE },
  cocoa: { wall: '#6a4d40', ground: '#3f2f2a', horizon: TABLE },
  forest: { wall: '#435746', ground: '#6b523c', horizon: TABLE },
  plum: { wall: '#5b4353', ground: '#473833', horizon: TABLE },
}

/** By day, for the rest. */
export const DAY: Readonly<Record<'oat' | 'mist' | 'blush' | 'sky' | 'straw' | 'stone', Backdrop>> = {
  oat: { wall: '#e8dfd0', ground: '#c8b497', horizon: TABLE },
  mist: { wall: '#d3ddd6', ground: '#b9ab94', horizon: TABLE },
  blush: { wall: '#e9d2c5', ground: '#c39f88', horizon: TABLE },
  sky: { wall: '#cbd8df', ground: '#b5a998', horizon: TABLE },
  straw: { wall: '#ecdcb4', ground: '#c2a476', horizon: TABLE },
  stone: { wall: '#d7d1c8', ground: '#b0a496', horizon: TABLE },
}

/** The same room with more of the wall and the floor, for what is tall. */
export function standing(backdrop: Backdrop): Backdrop {
  return { ...backdrop, horizon: FLOOR }
}

/** A wall and nothing else, for what hangs. */
export function hanging(backdrop: Backdrop): Backdrop {
  return { ...backdrop, horizon: 800 }
}
