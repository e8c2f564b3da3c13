import type { Gauge } from 'prom-client'

/** Sets a gauge without labels; without a value it is not exposed, which is not the same as 0. */
export function setOrRemove(gauge: Gauge, value: number | null | undefined): void {
  if (value === null || value === undefined) gauge.remove()
  else gauge.set(value)
}
