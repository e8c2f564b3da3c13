import { useRef } from 'react'

/**
 * Runs only once at a time, since the second click of a double click arrives before the button is disabled. Also
 * returns whether it was running at the last render. Errors are left to the mutation's state.
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
