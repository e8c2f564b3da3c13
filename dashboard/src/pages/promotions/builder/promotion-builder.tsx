import { lazy, Suspense, useId, useMemo, useRef, useState } from 'react'
import type { Schema } from '../../../api/operations.ts'
import type { Promotion } from '../../../generated/schema.ts'
import type { FormBody } from '../../../kit/form/use-form.ts'
import { useForm } from '../../../kit/form/use-form.ts'
import type { Value } from '../../../kit/form/values/values.ts'
import { Lines } from '../../../kit/states.tsx'
import { usePickers } from '../pickers.ts'
import classes from '../promotions.module.css'
import { promotionField } from './promotion-field.ts'
import { PromotionForm } from './promotion-form.tsx'
import { PromotionSentence } from './promotion-sentence.tsx'

/** Lazy, so that the form comes first. */
const TryPanel = lazy(async () => ({ default: (await import('../try/try-panel.tsx')).TryPanel }))

type Props = {
  schema: Schema
  /** Current promotion, or initial values of a new promotion. */
  value: object
  /** The promotion as others have stored it since. */
  latest?: object | null
  /** Promotion to change; absent for a new promotion. */
  promotion?: Promotion
  currencies: readonly string[]
  forbidden: string | null
  /** Shows only the preview, without the form. */
  isTrying?: boolean
  onSubmit: (body: FormBody) => Promise<unknown>
  onDirty: (isDirty: boolean) => void
  onDiscard: () => void
}

/** Summary sentence of the draft, the form, and a preview beside it. */
export function PromotionBuilder({
  schema,
  value,
  promotion,
  currencies,
  isTrying = false,
  latest = null,
  ...props
}: Props) {
  const pickers = usePickers()
  const field = useMemo(() => promotionField(schema, pickers, currencies), [schema, pickers, currencies])
  const mode = promotion === undefined ? 'create' : 'update'
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const [isDirty, setDirty] = useState(false)
  const onDirty = (next: boolean) => {
    setDirty(next)
    props.onDirty(next)
  }
  const onSubmit = (body: FormBody) => props.onSubmit(withoutNullTarget(body))
  const form = useForm({ said: 'The promotion is saved.', field, mode, value, latest, onSubmit, onDirty, element })
  const tried = {
    field,
    value: form.value as Value,
    ...(promotion === undefined ? {} : { promotion_id: promotion.id }),
  }
  return (
    <>
      {form.conflict}
      <PromotionSentence {...tried} isDirty={isDirty} />
      <div className={isTrying ? undefined : classes.columns}>
        <div hidden={isTrying}>
          <PromotionForm
            id={id}
            mode={mode}
            field={field}
            form={form}
            element={element}
            currency={currencies[0]}
            isDirty={isDirty}
            forbidden={props.forbidden}
            onDiscard={props.onDiscard}
          />
        </div>
        <Suspense fallback={<Lines />}>
          <TryPanel {...tried} isWide={isTrying} />
        </Suspense>
      </div>
    </>
  )
}

/** An empty selector selects every item; the API does not accept null. */
function withoutNullTarget(body: FormBody): FormBody {
  return body.target === null ? { ...body, target: {} } : body
}
