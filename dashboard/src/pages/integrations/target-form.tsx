import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { type AreaFacts, areaFactsOf, type Schema } from '../../api/operations.ts'
import { hidden, longText, type Overrides } from '../../kit/form/overrides.ts'
import type { TargetType } from '../../kit/targets/target.ts'
import { isSigned, TARGETS } from '../../kit/targets/targets.ts'

/** Only a typed filter is tried. */
const FilterTrial = lazy(async () => ({ default: (await import('./filter-trial.tsx')).FilterTrial }))

/** Body schema for a kind of integration; undefined while loading. */
export function useKindSchema(operation: 'CreateIntegration' | 'UpdateIntegration', kind: string): Schema | undefined {
  const { data } = useQuery({
    queryKey: ['facts', operation],
    queryFn: (): Promise<AreaFacts> => areaFactsOf(operation),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const shapes = data?.body?.oneOf ?? data?.body?.anyOf ?? []
  return shapes.find(({ properties }) => isOfKind(properties?.integration_type, kind)) ?? data?.body
}

function isOfKind(schema: Schema | undefined, kind: string): boolean {
  return schema?.const === kind || (schema?.enum?.includes(kind) ?? false)
}

/** Members that the page edits elsewhere. */
const ELSEWHERE: Overrides = {
  integration_type: hidden,
  observes: hidden,
  enabled: hidden,
  generate_secret: hidden,
}

const COMMON: Overrides = {
  ...ELSEWHERE,
  name: { help: 'Its name in lists and alerts.' },
  description: { ...longText, advanced: true, help: 'What it is for, and who maintains it.' },
  filter: {
    ...longText,
    advanced: true,
    label: 'Only events whose payload matches',
    help: 'Conditions as in list filters, such as `ge(data.meta.display_price.with_tax.amount,5000)` for orders of 50.00 or more. Empty: all observed events.',
  },
  rate_limit: { advanced: true, label: 'Attempts a second, at most', help: 'Empty: as many as the receiver takes.' },
  concurrency: {
    advanced: true,
    label: 'Attempts at the same time, at most',
    help: 'Per worker process. Empty: as many as the receiver takes without delay.',
  },
  configuration: { label: 'Target', help: '' },
}

/** Overrides for a new integration, whose filter is tried on the samples of the observed events. */
export function overridesOf(kind: TargetType, observes: readonly string[]): Overrides {
  const below = (filter: unknown) => <FilterTrial filter={filter} observes={observes} />
  return { ...COMMON, filter: { ...COMMON.filter, below }, ...TARGETS[kind].form }
}

/** Overrides for an existing integration, whose secret has its own page. */
export function changeOverridesOf(kind: TargetType, observes: readonly string[]): Overrides {
  return { ...overridesOf(kind, observes), ...(isSigned(kind) && { 'configuration.secret_key': hidden }) }
}

export const TARGET_ORDER = ['name', 'configuration', 'description', 'filter', 'rate_limit', 'concurrency']
