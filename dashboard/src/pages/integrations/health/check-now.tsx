import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { IntegrationDraftTest } from '../../../generated/schema.ts'
import { announce } from '../../../kit/announce.ts'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { ProblemView } from '../../../kit/states.tsx'
import { ExchangeView, sentenceOf } from '../exchange-view.tsx'
import type { Integration } from '../use-integration.ts'

/** Sends a test directly, bypassing the queue, so that it also works for disabled and failing integrations. */
export function useCheckNow({ id, integration_type }: Integration): { button: ReactNode; result: ReactNode } {
  const scope = useScope()
  const check = useChange<void, { data: IntegrationDraftTest }>({
    stale: [],
    run: (api) => api.POST('/v2/integrations/test', { body: { data: { integration_id: id, integration_type } } }),
    onDone: ({ data }) => announce(sentenceOf(data)),
  })
  const forbidden = whyForbidden('TestDraft', scope) ?? whyForbidden('GetSecret', scope)
  const button = (
    <Button
      variant="default"
      loading={check.isPending}
      {...(forbidden === null ? {} : { 'data-disabled': true, 'aria-disabled': true, title: forbidden })}
      onClick={() => forbidden === null && check.mutate()}
    >
      Test the target now
    </Button>
  )
  const result = (
    <>
      {check.error !== null && <ProblemView error={check.error} />}
      {check.data !== undefined && !check.isPending && <ExchangeView test={check.data.data} />}
    </>
  )
  return { button, result }
}
