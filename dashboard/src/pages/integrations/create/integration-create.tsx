import { Stepper } from '@mantine/core'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { IntegrationDraftTest } from '../../../generated/schema.ts'
import { Page } from '../../../kit/page.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { type Draft, missingBefore, parseDraft } from '../rules/draft.ts'
import classes from './create.module.css'
import { WHY_NOT_YET } from './create-step-before.tsx'
import { DraftContext, type DraftState, useGoToStep } from './draft-state.ts'

const STEPS = [
  { step: 'type', label: 'Kind' },
  { step: 'events', label: 'Events' },
  { step: 'target', label: 'Target' },
  { step: 'check', label: 'Check' },
] as const

/** Wizard whose steps have addresses. The draft is in the address too, except for secrets. */
export function IntegrationCreate() {
  const { hash, pathname } = useLocation()
  const paths = usePaths()
  const [draft, setDraft] = useState<Draft>(() => parseDraft(hash))
  const [test, setTest] = useState<IntegrationDraftTest | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const state: DraftState = { draft, setDraft, test, setTest, secret, setSecret }
  const last = pathname.split('/').at(-1)
  return (
    <DraftContext value={state}>
      <Page
        title={last === 'done' ? 'Integration created' : 'New integration'}
        crumbs={[{ label: 'Integrations', to: paths.integrations() }]}
      >
        {last !== 'done' && <Steps draft={draft} current={STEPS.findIndex(({ step }) => step === last)} />}
        <Outlet />
      </Page>
    </DraftContext>
  )
}

function Steps({ draft, current }: { draft: Draft; current: number }) {
  const goToStep = useGoToStep()
  return (
    <Stepper
      active={Math.max(0, current)}
      onStepClick={(index) => goToStep(STEPS[index]?.step ?? 'type', draft)}
      size="xs"
      mb="lg"
      maw={720}
      wrap={false}
      iconSize={26}
      classNames={{ stepBody: classes.stepBody, separator: classes.stepSeparator }}
    >
      {STEPS.map(({ step, label }, index) => {
        const missing = step === 'type' ? null : missingBefore(step, draft)
        return (
          <Stepper.Step
            key={step}
            label={label}
            allowStepSelect={missing === null}
            {...(index === current ? { 'aria-current': 'step' } : {})}
            {...(missing === null ? {} : { 'aria-disabled': true, title: WHY_NOT_YET[missing] })}
          />
        )
      })}
    </Stepper>
  )
}
