import { Button, Group } from '@mantine/core'
import { EventPicker } from '../picker/event-picker.tsx'
import classes from './create.module.css'
import { StepBefore } from './create-step-before.tsx'
import { useDraft, useGoToStep } from './draft-state.ts'

/** Second step: the events. */
export function EventsStep() {
  const { draft, setDraft, setTest } = useDraft()
  const goToStep = useGoToStep()
  const change = (observes: string[]) => {
    const next = { ...draft, observes }
    setDraft(next)
    setTest(null)
    goToStep('events', next, 'replace')
  }
  const isEmpty = draft.observes.length === 0
  return (
    <StepBefore step="events">
      <section aria-labelledby="events">
        <h2 id="events" className={classes.question}>
          Which events does it observe?
        </h2>
        <EventPicker value={draft.observes} onChange={change} />
        <Group gap="sm" mt="lg">
          <Button
            variant="filled"
            {...(isEmpty ? { 'data-disabled': true, 'aria-disabled': true, title: 'Choose an event first.' } : {})}
            onClick={() => !isEmpty && goToStep('target', draft)}
          >
            Continue
          </Button>
          <Button variant="default" onClick={() => goToStep('type', draft)}>
            Back
          </Button>
        </Group>
      </section>
    </StepBefore>
  )
}
