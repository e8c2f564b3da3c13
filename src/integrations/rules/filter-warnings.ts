import { describeEventType, findEventType, keysOf } from '../../event-types/catalog.ts'
import { levelOf } from '../../event-types/event-type.ts'
import type { Integration } from '../integration.ts'
import { pathsWithout } from './payload-filter.ts'

/**
 * Sentences about paths of the filter that no observed event has, by their samples: they are probably misspelled. None when an
 * observed type has members of the store's own, which samples do not show.
 */
export function warningsOfFilter(
  integration: Pick<Integration, 'filter' | 'observes' | 'organization_id' | 'store_id'>,
) {
  const { filter, observes } = integration
  if (filter === null) return []
  const types = observes.flatMap((text) => keysOf(text, levelOf(integration)).map(findEventType))
  const samples = types.map((type) => type && describeEventType(type))
  if (samples.some((sample) => sample === undefined || sample.entity === 'Custom API entry')) return []
  return pathsWithout(
    filter,
    samples.map((sample) => sample?.sample),
  ).map((path) => `filter reads ${path}, which no sample of the observed events has. GET /v2/events/types shows them.`)
}
