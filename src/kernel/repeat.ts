import { outsideOfRequests } from './flow/request-context.ts'

export type Loop = { stop(): Promise<void> }

/** Runs `work` repeatedly, `every` milliseconds after it last ended. Reports an error and continues. */
export function repeat(every: number, work: () => Promise<void>, onError: (error: unknown) => void = () => {}): Loop {
  let stopped = false
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()

  function later() {
    if (!stopped) timer = setTimeout(run, every)
  }

  function run() {
    running = work().catch(onError).then(later)
  }

  outsideOfRequests(later)
  return {
    stop() {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      return running
    },
  }
}

export type Watch = { wake(): void; stop(): void }

/** Runs `work` every `every` milliseconds after `wake`, until it returns false. Does not keep the process alive. */
export function whileAwake(every: number, work: () => boolean): Watch {
  let timer: NodeJS.Timeout | null = null

  function wake() {
    timer ??= outsideOfRequests(() => setTimeout(run, every).unref())
  }

  function run() {
    timer = null
    if (work()) wake()
  }

  return {
    wake,
    stop() {
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
