import type { Gauge } from 'prom-client'

/** Sets a gauge without labels. Without a value it is removed, because 0 would be a value. */
export function setOrRemove(gauge: Gauge, value: number | null | undefined): void {
  if (value === null || value === undefined) gauge.remove()
  else gauge.set(value)
}
