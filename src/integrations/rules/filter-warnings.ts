import { builtInTypes, describeEventType, findEventType, keysOf } from '../../event-types/catalog.ts'
import { levelOf } from '../../event-types/event-type.ts'
import type { Integration } from '../integration.ts'
import { pathsWithout } from './payload-filter.ts'

/**
 * Sentences about filter paths that no sample of an observed event has, and that are probably misspelled. None when an
 * observed type is declared by the store or has members declared by it, because built-in samples lack them.
 */
export function warningsOfFilter(integration: Pick<Integration, 'filter' | 'observes' | 'store_id'>): string[] {
  const { filter, observes } = integration
  if (filter === null) return []
  const known = builtInTypes[levelOf(integration)]
  const observed = observes.map((text) => keysOf(text, known).map((key) => findEventType(key)))
  const types = observed.flat().map((type) => type && describeEventType(type))
  const isIncomplete = types.some((type) => type === undefined || type.entity === 'Custom API entry')
  if (isIncomplete || observed.some((keys) => keys.length === 0)) return []
  const samples = types.map((type) => type?.sample)
  return pathsWithout(filter, samples).map(
    (path) => `filter reads ${path}, which no sample of the observed events has. GET /v2/events/types shows them.`,
  )
}
