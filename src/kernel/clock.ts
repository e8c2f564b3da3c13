/** Milliseconds since the epoch, UTC. */
export type Clock = () => number

export function isoTime(time: number): string {
  return new Date(time).toISOString()
}
