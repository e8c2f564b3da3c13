import { useIntegration } from './integration.tsx'

/** How well an integration delivers. */
export function HealthPage() {
  const { data } = useIntegration()
  return data === undefined ? null : <p>{data.data.observes.join(', ')}</p>
}
