import { type FormEvent, useEffect, useRef, useState } from 'react'

/** Long enough to type the next letter. */
const PAUSE_MS = 200

type Typed = {
  text: string
  setText: (text: string) => void
  /** Sends a text at once, such as a chosen option. */
  send: (text: string) => void
  onSubmit: (event: FormEvent) => void
}

/**
 * Text that a list is filtered by: sent 200 ms after the last letter, or on Enter. An incomplete text waits for Enter.
 * Nothing is sent while a pointer is pressed, because replaced rows would lose the click.
 */
export function useTyped(value: string, onSend: (text: string) => void, isComplete = (_: string) => true): Typed {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  useEffect(() => {
    // The address lags behind the field: only a value from elsewhere replaces what is typed.
    if (value !== sent.current) setText(value)
    sent.current = value
  }, [value])
  const send = (next: string) => {
    const trimmed = next.trim()
    if (trimmed === sent.current) return
    sent.current = trimmed
    onSend(trimmed)
  }
  const latest = useRef(send)
  latest.current = send
  const isDue = text.trim() !== value && isComplete(text.trim())
  useEffect(() => (isDue ? afterPause(() => latest.current(text)) : undefined), [isDue, text])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send(text)
  }
  return { text, setText, send, onSubmit }
}

/** Runs after a pause that begins anew when a pressed pointer is released. Returns how to cancel it. */
function afterPause(run: () => void): () => void {
  const listening = new AbortController()
  let timer: number | undefined
  const stop = () => window.clearTimeout(timer)
  const start = () => {
    stop()
    timer = window.setTimeout(run, PAUSE_MS)
  }
  start()
  const options = { capture: true, signal: listening.signal }
  document.addEventListener('pointerdown', stop, options)
  document.addEventListener('pointerup', start, options)
  document.addEventListener('pointercancel', start, options)
  return () => {
    stop()
    listening.abort()
  }
}
