import type { Api } from '../../api/client.ts'
import { useParam } from '../../kit/address-state.ts'
import type { RowOf } from '../../kit/list/list-query.ts'
import { useRead } from '../../kit/requests/use-read.ts'

export type Integration = RowOf<'/v2/integrations'>

const POLL_INTERVAL_MS = 4_000

/** The integration of the address. Nested pages share the layout's read. */
export function useIntegration() {
  const integration_id = useParam('integration')
  const init = { params: { path: { integration_id } } }
  return useRead('/v2/integrations/{integration_id}', init, { every_ms: POLL_INTERVAL_MS })
}

export function useHealth() {
  const integration_id = useParam('integration')
  const init = { params: { path: { integration_id } } }
  return useRead('/v2/integrations/{integration_id}/health', init, { every_ms: POLL_INTERVAL_MS })
}

export function setEnabled(api: Api, integration_id: string, enabled: boolean) {
  return api.PUT('/v2/integrations/{integration_id}', {
    params: { path: { integration_id } },
    body: { data: { type: 'integration', enabled } },
  })
}
