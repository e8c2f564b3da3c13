import { useNavigate } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import type { IntegrationDraftTest } from '../../../generated/schema.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { type Draft, printDraft } from '../rules/draft.ts'

export type CreateStep = 'type' | 'events' | 'target' | 'check' | 'done'

export type DraftState = {
  draft: Draft
  setDraft: (draft: Draft) => void
  /** Result of the latest test of the unchanged draft. */
  test: IntegrationDraftTest | null
  setTest: (test: IntegrationDraftTest | null) => void
  /** Secret of the created integration; only in the page's memory. */
  secret: string | null
  setSecret: (secret: string | null) => void
}

export const DraftContext = createContext<DraftState | null>(null)

export function useDraft(): DraftState {
  const state = useContext(DraftContext)
  if (state === null) throw new Error('A step is shown outside of the wizard.')
  return state
}

/** Opens a step, with the draft in its address. */
export function useGoToStep(): (step: CreateStep, draft: Draft, how?: 'replace') => void {
  const navigate = useNavigate()
  const paths = usePaths()
  return (step, draft, how) =>
    void navigate({
      to: paths.newIntegration(step),
      hash: printDraft(draft),
      replace: how === 'replace',
      hashScrollIntoView: false,
    })
}
