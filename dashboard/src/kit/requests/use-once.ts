import { useRef } from 'react'

/**
 * Begins something, and not again before it has ended: the second click of a double click comes before the button has been
 * drawn anew. Also whether it was going on when the component was drawn. Its failure is left to the state of the change.
 */
export function useOnce(run: () => Promise<unknown>): [() => void, boolean] {
  const running = useRef(false)
  const begin = () => {
    if (running.current) return
    running.current = true
    run()
      .catch(() => undefined)
      .finally(() => {
        running.current = false
      })
  }
  return [begin, running.current]
}
