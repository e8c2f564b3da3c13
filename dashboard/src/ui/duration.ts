const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "12 ms", "1.2 s", "42 s", "4 min 5 s", "2 h 5 min", "3 d 4 h": two units at most. */
export function durationText(milliseconds: number): string {
  const ms = Math.max(0, Math.round(milliseconds))
  if (ms < SECOND) return `${ms} ms`
  if (ms < 9_950) return `${(ms / SECOND).toFixed(1).replace(/[.]0$/, '')} s`
  return wholeSecondsText(ms)
}

/** Same as `durationText`, without fractions of a second. */
export function wholeSecondsText(milliseconds: number): string {
  const ms = Math.round(Math.max(0, milliseconds) / SECOND) * SECOND
  if (ms < MINUTE) return `${ms / SECOND} s`
  if (ms < HOUR) return twoUnits(ms, MINUTE, 'min', SECOND, 's')
  if (ms < DAY) return twoUnits(ms, HOUR, 'h', MINUTE, 'min')
  return twoUnits(ms, DAY, 'd', HOUR, 'h')
}

function twoUnits(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % large) / small)
  return `${Math.floor(ms / large)} ${largeName}${rest === 0 ? '' : ` ${rest} ${smallName}`}`
}
