import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { IntegrationReplayPreview } from '../../../generated/schema.ts'
import { useInZone } from '../../../kit/cells/time.tsx'
import { useScope } from '../../../kit/scope.ts'
import { Loaded } from '../../../kit/states.tsx'
import { replaySentence } from '../rules/run-words.ts'
import type { ReplayCreate } from './use-replay-draft.ts'

const PATH = '/v2/integrations/{integration_id}/replays/preview'

/** Number of jobs that the replay would create, counted by the API. */
export function ReplayPreview({ integration, body }: { integration: string; body: ReplayCreate }) {
  const { rate = 0, ...what } = body
  const { api, id } = useScope()
  const inZone = useInZone()
  const preview = useQuery({
    queryKey: [PATH, id, integration, what],
    queryFn: async ({ signal }) => {
      const init = { params: { path: { integration_id: integration } }, body: { data: what }, signal }
      const { data } = await api.POST(PATH, init)
      return data?.data as IntegrationReplayPreview
    },
  })
  return (
    <Loaded query={preview} what="preview">
      {(found) => (
        <Text size="sm" role="status">
          {inZone(replaySentence(found, rate, body.event_ids !== undefined))}
        </Text>
      )}
    </Loaded>
  )
}
