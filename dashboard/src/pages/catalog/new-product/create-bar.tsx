import { Button, Group, List } from '@mantine/core'
import { FormRequest } from '../../../kit/form/form-request.tsx'
import { ProblemView } from '../../../kit/states.tsx'
import { DisableableButton } from '../../../ui/disableable-button.tsx'
import saveBar from '../../../ui/layout/save-bar.module.css'
import { Status, type Tone } from '../../../ui/status.tsx'
import { describeStep } from '../rules/step-words.ts'
import classes from './new-product.module.css'
import type { Try } from './send/use-create-product.ts'

type CreateBarProps = {
  latest: Try | null
  forbidden: string | null
  wrong: number
  attributes: object
  onCancel: () => void
}

/** Buttons, always in view, with what is done and what is not while the product is being made. */
export function CreateBar({ latest, forbidden, wrong, attributes, onCancel }: CreateBarProps) {
  const isBusy = latest !== null && latest.error === null
  const hasFailed = latest !== null && latest.error !== null
  return (
    <>
      {hasFailed && (
        <div data-in-error tabIndex={-1} className={classes.failure}>
          {latest.error !== null && <ProblemView error={latest.error} what="product" />}
          <List listStyleType="none" size="sm" spacing={4} aria-label="Parts of the product">
            {latest.steps.map((step, at) => (
              <List.Item key={step.do}>
                <Status tone={stateOf(at, latest).tone}>
                  {describeStep(step)}: {stateOf(at, latest).word}
                </Status>
              </List.Item>
            ))}
          </List>
        </div>
      )}
      <div className={saveBar.bar}>
        <span className={saveBar.text} role="status">
          {statusOf(latest, wrong)}
        </span>
        <Group gap="sm">
          <FormRequest operation="CreateProduct" data={{ type: 'product', attributes }} />
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <DisableableButton type="submit" variant="filled" reason={forbidden} loading={isBusy}>
            {hasFailed && latest.at > 0 ? 'Create the rest' : 'Create'}
          </DisableableButton>
        </Group>
      </div>
    </>
  )
}

function stateOf(at: number, { at: failed }: Try): { tone: Tone; word: string } {
  if (at < failed) return { tone: 'ok', word: 'done' }
  return at === failed ? { tone: 'failed', word: 'failed' } : { tone: 'off', word: 'not yet' }
}

function statusOf(latest: Try | null, wrong: number): string {
  const step = latest?.steps[latest.at]
  if (latest !== null && latest.error === null && step !== undefined)
    return `${latest.at + 1} of ${latest.steps.length}: ${describeStep(step)}`
  if (wrong > 0) return wrong === 1 ? 'A field needs your attention.' : `${wrong} fields need your attention.`
  return latest === null ? '' : 'Everything that you typed is kept.'
}
