import { useSyncExternalStore } from 'react'
import { wholeSecondsText } from './duration.ts'

type CountdownProps = {
  /** Milliseconds since 1970, or a text that `Date` reads. */
  to: number | string
  /** Before the time that is left. */
  prefix?: string
  /** Once the time has come. */
  reached?: string
}

/** The time that is left, each second. Not announced: a screen reader reads it on request. */
export function Countdown({ to, prefix = 'in', reached = 'now' }: CountdownProps) {
  const second = useCurrentSecond()
  const at = new Date(to)
  const left = at.getTime() - second * 1_000
  return (
    <time dateTime={at.toISOString()} title={at.toLocaleString()} aria-live="off">
      {left <= 0 ? reached : `${prefix} ${wholeSecondsText(left)}`.trim()}
    </time>
  )
}

/** Changes once a second; all countdowns of a page tick together. */
export function useCurrentSecond(): number {
  return useSyncExternalStore(onEachSecond, currentSecond)
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function onEachSecond(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function currentSecond(): number {
  return Math.floor(Date.now() / 1_000)
}
