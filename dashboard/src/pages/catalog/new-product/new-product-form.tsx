import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFirstField } from '../../../kit/form/first-field.ts'
import { useUnsaved } from '../../../kit/form/unsaved.tsx'
import { useGoTo } from '../../../kit/link.tsx'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { Lines } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import columns from '../../../ui/layout/columns.module.css'
import { BLANK, cellField, cellOf, errorsIn, type FieldErrors, type ProductDraft } from '../rules/product-draft.ts'
import { attributesOf, stepsOf } from '../rules/product-steps.ts'
import { variantsOf } from '../rules/variants.ts'
import { CatalogFields } from './catalog-fields.tsx'
import { CreateBar } from './create-bar.tsx'
import { DetailFields } from './detail-fields.tsx'
import type { DraftProps } from './draft-props.ts'
import { MoreFields } from './more-fields.tsx'
import classes from './new-product.module.css'
import { OptionFields } from './option-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { fieldsOf, useCreateProduct } from './send/use-create-product.ts'
import { useShop } from './use-shop.ts'

export function NewProductForm() {
  const goTo = useGoTo()
  const paths = usePaths()
  const scope = useScope()
  const [draft, setDraft] = useState<ProductDraft>(BLANK)
  const [isTried, setTried] = useState(false)
  const shop = useShop(draft)
  const { create, latest, isBusy, hasProduct } = useCreateProduct()
  const unsaved = useUnsaved({ isChanged: draft !== BLANK })
  const form = useRef<HTMLFormElement>(null)
  useFirstField(form)
  const { currencies, places } = shop
  const wrong = errorsIn(draft, currencies, places)
  const refused = fieldsOf(latest?.error ?? null, skuFields(draft))
  const forbidden = whyForbidden('CreateProduct', scope)
  const props: DraftProps = {
    draft,
    change: (next) => setDraft((current) => ({ ...current, ...next })),
    update: setDraft,
    errorOf: (field) => shownError(field, { draft, wrong, refused, isTried }),
    shop,
    hasProduct,
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || forbidden !== null) return
    flushSync(() => setTried(true))
    if (wrong.size > 0) return focusError(form.current)
    const id = await create(stepsOf(draft, shop))
    if (id === null) return focusError(form.current)
    unsaved.leave()
    goTo(paths.createdProduct(id, shop.catalog?.id), 'replace')
  }
  if (shop.isPending) return <Lines />
  return (
    <form ref={form} noValidate onSubmit={submit} aria-busy={isBusy} className={classes.form}>
      {unsaved.question}
      <div className={columns.columns}>
        <div className={columns.column}>
          <DetailFields {...props} />
          <PriceFields {...props} />
          <MoreFields {...props} />
        </div>
        <div className={columns.column}>
          <CatalogFields {...props} />
        </div>
      </div>
      <OptionFields {...props} />
      <CreateBar
        latest={latest}
        forbidden={forbidden}
        wrong={isTried ? wrong.size : 0}
        attributes={attributesOf(draft)}
        onCancel={() => goTo(paths.products())}
      />
    </form>
  )
}

/** Fields by their SKU, so that a SKU that is taken is marked where it was typed. */
function skuFields(draft: ProductDraft): ReadonlyMap<string, string> {
  const cells = variantsOf(draft.options).map((one) => [cellOf(draft, one, 'sku'), cellField(one, 'sku')] as const)
  return new Map([[draft.sku.trim(), 'sku'], ...cells])
}

type Shown = { draft: ProductDraft; wrong: FieldErrors; refused: FieldErrors; isTried: boolean }

/** Amounts and numbers are wrong while they are typed; what is missing is wrong when the form is sent. */
function shownError(field: string, { draft, wrong, refused, isTried }: Shown): string | undefined {
  const isMissing = (field === 'name' || field === 'sku') && draft[field].trim() === ''
  const isOption = field.startsWith('options.')
  return (isMissing || isOption) && !isTried ? undefined : (wrong.get(field) ?? refused.get(field))
}

function focusError(form: HTMLFormElement | null): void {
  // The failure is rendered after the promise of the request.
  setTimeout(() => {
    const first = form?.querySelector<HTMLElement>('[aria-invalid="true"]:not([role]), [data-in-error]')
    first?.focus()
  })
}
