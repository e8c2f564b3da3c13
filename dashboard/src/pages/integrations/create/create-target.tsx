import { announce } from '../../../kit/announce.ts'
import { SchemaForm } from '../../../kit/form/form.tsx'
import type { FormBody } from '../../../kit/form/use-form.ts'
import { useScope } from '../../../kit/scope.ts'
import { Lines } from '../../../kit/states.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { sentenceOf } from '../exchange-view.tsx'
import { bodyOf } from '../rules/draft.ts'
import { overridesOf, TARGET_ORDER, useKindSchema } from '../target-form.tsx'
import { StepBefore } from './create-step-before.tsx'
import { useDraft, useGoToStep } from './draft-state.ts'

/** Third step: the target. Its button sends the test, so that errors appear at their fields. */
export function TargetStep() {
  return (
    <StepBefore step="target">
      <TargetForm />
    </StepBefore>
  )
}

function TargetForm() {
  const { api } = useScope()
  const { draft, setDraft, setTest } = useDraft()
  const goToStep = useGoToStep()
  const kind = draft.kind ?? 'webhook'
  const schema = useKindSchema('CreateIntegration', kind)
  const submit = async (target: FormBody) => {
    const next = { ...draft, target }
    setDraft(next)
    setTest(null)
    goToStep('target', next, 'replace')
    const { data } = await api.POST('/v2/integrations/test', { body: { data: bodyOf(next) } })
    setTest(data?.data ?? null)
    if (data !== undefined) announce(sentenceOf(data.data))
    goToStep('check', next)
  }
  if (schema === undefined) return <Lines />
  return (
    <Section title="Where is it?" description="The next step sends one real test. Nothing is stored yet.">
      <SchemaForm
        key={kind}
        schema={schema}
        mode="create"
        value={draft.target}
        overrides={overridesOf(kind, draft.observes)}
        order={TARGET_ORDER}
        onSubmit={submit}
        submitLabel="Send a test"
        said={null}
        onCancel={() => goToStep('events', draft)}
        cancelLabel="Back"
      />
    </Section>
  )
}
