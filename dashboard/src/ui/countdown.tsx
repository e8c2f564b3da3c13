import { useSyncExternalStore } from 'react'
import { wholeSecondsText } from './duration.ts'

type CountdownProps = {
  /** Milliseconds since 1970, or any text that `Date` parses. */
  to: number | string
  /** Precedes the remaining time. */
  prefix?: string
  /** Shown once the time has come. */
  reached?: string
}

/** Remaining time, updated each second. Not a live region, so that screen readers are not interrupted each second. */
export function Countdown({ to, prefix = 'in', reached = 'now' }: CountdownProps) {
  const second = useCurrentSecond()
  const at = new Date(to)
  const left = at.getTime() - second * 1_000
  return (
    <time dateTime={at.toISOString()} aria-live="off">
      {left <= 0 ? reached : `${prefix} ${wholeSecondsText(left)}`.trim()}
    </time>
  )
}

/** Current second, shared so that all countdowns of a page tick together. */
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
