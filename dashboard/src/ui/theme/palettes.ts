import type { MantineColorsTuple } from '@mantine/core'

/** Shade 6 is a button background below white text; 7 is text on light backgrounds, 4 is text on dark backgrounds. */
export const TIDE: MantineColorsTuple = [
  '#edf3ff',
  '#dce7fd',
  '#b9cef9',
  '#a3c0fa',
  '#8fb1fa',
  '#5d87ea',
  '#3d68d8',
  '#2d55bd',
  '#26479b',
  '#1f387a',
]

export const GRAY: MantineColorsTuple = [
  '#f8f9fb',
  '#f1f3f6',
  '#e4e7ec',
  '#d5d9e0',
  '#cbd0d8',
  '#9aa2af',
  '#6b7381',
  '#4b525e',
  '#333944',
  '#1b1f27',
]

export const DARK: MantineColorsTuple = [
  '#dfe2e8',
  '#bcc2cc',
  '#a3aab7',
  '#8f97a5',
  '#3a404b',
  '#262a32',
  '#1b1e24',
  '#14161b',
  '#101216',
  '#0b0d10',
]

export const RED: MantineColorsTuple = [
  '#fdf0ef',
  '#fbdfdd',
  '#f6bdb9',
  '#ffa39c',
  '#f5847c',
  '#e35a51',
  '#c93a31',
  '#ad241d',
  '#8f1c16',
  '#701611',
]

export const GREEN: MantineColorsTuple = [
  '#ebf8f0',
  '#d4efdf',
  '#a9dfc0',
  '#7ad6a2',
  '#55bf86',
  '#33a467',
  '#1a7f49',
  '#14693a',
  '#105530',
  '#0c4325',
]

export const YELLOW: MantineColorsTuple = [
  '#fdf6e6',
  '#faebc8',
  '#f4d791',
  '#efc468',
  '#e3ad42',
  '#c88d1c',
  '#946000',
  '#7c5000',
  '#644100',
  '#4e3300',
]
