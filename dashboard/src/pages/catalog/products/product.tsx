import { notifications } from '@mantine/notifications'
import type { Product } from '../../../generated/schema.ts'
import { useBodySchema } from '../../../kit/body-schema.ts'
import { SchemaForm } from '../../../kit/form/form.tsx'
import { useUnsaved } from '../../../kit/form/unsaved.tsx'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { Lines } from '../../../kit/states.tsx'
import { useChange } from '../../../kit/use-change.ts'
import { JsonView } from '../../../ui/json-view.tsx'
import { Section } from '../../../ui/section.tsx'
import { useProductForm } from './product-form.ts'
import { ProductFrame } from './product-frame.tsx'

export function ProductPage() {
  return <ProductFrame>{(product) => <Details key={product.id} product={product} />}</ProductFrame>
}

function Details({ product }: { product: Product }) {
  const schema = useBodySchema('UpdateProduct')
  const form = useProductForm()
  const unsaved = useUnsaved()
  const forbidden = whyForbidden('UpdateProduct', useScope())
  const save = useChange<object>({
    stale: ['/v2/products'],
    run: (api, data) =>
      api.PUT('/v2/products/{product_id}', { params: { path: { product_id: product.id } }, body: { data } }),
    onDone: () => notifications.show({ message: 'Saved. Shoppers see it with the next release.' }),
  })
  if (forbidden !== null)
    return (
      <Section title="Details" description={forbidden}>
        <JsonView label="product" value={product as never} />
      </Section>
    )
  return (
    <Section title="Details" description="Shoppers see a change with the next release of a catalog.">
      {unsaved.question}
      {schema === undefined ? (
        <Lines />
      ) : (
        <SchemaForm
          schema={schema}
          value={product}
          {...form}
          submitLabel="Save"
          onSubmit={(data) => save.mutateAsync(data)}
          onDirty={unsaved.setDirty}
        />
      )}
    </Section>
  )
}
