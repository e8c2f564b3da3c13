import { Button, Group } from '@mantine/core'
import { createContext, type FormEvent, lazy, type RefObject, Suspense, useContext } from 'react'
import { Above } from '../../../kit/form/above.tsx'
import { type FieldProps, FormContext, type FormState, useFormState } from '../../../kit/form/context.tsx'
import { Draw } from '../../../kit/form/draw.tsx'
import type { Field } from '../../../kit/form/field.ts'
import type { Placed } from '../../../kit/form/problems.ts'
import { type Value, valueAt } from '../../../kit/form/values/values.ts'
import { Lines } from '../../../kit/states.tsx'
import { DisableableButton } from '../../../ui/disableable-button.tsx'
import saveBar from '../../../ui/layout/save-bar.module.css'
import classes from '../promotions.module.css'
import { withCurrency } from '../rules/fitting.ts'
import { ItemChoice } from './item-choice.tsx'
import { isSelector } from './promotion-field.ts'
import { ConditionsPart, LimitsPart, NamePart, TogetherPart, TriggerPart } from './promotion-parts.tsx'

const ActionPart = lazy(async () => ({ default: (await import('./action-part.tsx')).ActionPart }))

export type PromotionFormProps = {
  id: string
  mode: 'create' | 'update'
  field: Field
  form: {
    value: Value
    change: (value: Value) => void
    submit: (event: FormEvent) => void
    isBusy: boolean
    placed: Placed
    requestId: string | null
  }
  element: RefObject<HTMLFormElement | null>
  isDirty: boolean
  /** Default currency of the store. */
  currency: string | undefined
  /** Reason why the person may not save. */
  forbidden: string | null
  onDiscard: () => void
}

export function PromotionForm({ id, mode, field, form, element, currency, ...bar }: PromotionFormProps) {
  const { isDirty, forbidden, onDiscard } = bar
  const state: FormState = { id, mode, value: form.value, placed: form.placed, Draw: DrawPart }
  const part = { field, value: form.value, onChange: (next: Value) => form.change(withCurrency(next, currency)) }
  return (
    <CurrencyContext value={currency}>
      <FormContext value={state}>
        <form className={classes.form} ref={element} noValidate aria-busy={form.isBusy} onSubmit={form.submit}>
          <Above sentences={form.placed.above} requestId={form.requestId} />
          <NamePart {...part} />
          <Suspense fallback={<Lines count={3} />}>
            <ActionPart {...part} />
          </Suspense>
          <ConditionsPart {...part} />
          <TriggerPart {...part} />
          <LimitsPart {...part} />
          <TogetherPart {...part} />
          <div className={saveBar.bar}>
            <span className={saveBar.text}>{forbidden ?? (isDirty ? 'Not saved yet.' : '')}</span>
            <Group gap="xs">
              {isDirty && (
                <Button variant="default" onClick={onDiscard}>
                  Discard changes
                </Button>
              )}
              <DisableableButton type="submit" variant="filled" loading={form.isBusy} reason={forbidden}>
                {mode === 'create' ? 'Create promotion' : 'Save'}
              </DisableableButton>
            </Group>
          </div>
        </form>
      </FormContext>
    </CurrencyContext>
  )
}

/** Default currency of the store, for amounts entered before a currency is selected. */
const CurrencyContext = createContext<string | undefined>(undefined)

function DrawPart(props: FieldProps) {
  const currency = useContext(CurrencyContext)
  const { value } = useFormState()
  const { field } = props
  if (isSelector(field)) return <ItemChoice {...props} />
  const isOfNone = field.kind === 'money' && !valueAt(value, ['currency'])
  return <Draw {...props} {...(isOfNone && currency !== undefined ? { field: { ...field, currency } } : {})} />
}
