import { Stack, TextInput } from '@mantine/core'
import { Section } from '../../../ui/layout/section.tsx'
import { slugOf } from '../rules/product-draft.ts'
import type { DraftProps } from './draft-props.ts'
import classes from './new-product.module.css'
import { PictureFields } from './picture-fields.tsx'

export function DetailFields({ draft, change, errorOf, hasProduct }: DraftProps) {
  const slug = slugOf(draft)
  return (
    <Section title="Product">
      <div className={classes.details}>
        <PictureFields pictures={draft.pictures} onChange={(pictures) => change({ pictures })} />
        <Stack gap="sm">
          <TextInput
            label="Name"
            withAsterisk
            maxLength={255}
            value={draft.name}
            error={errorOf('name')}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            {...(slug === '' || draft.slug !== null ? {} : { description: `In links: ${slug}` })}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
          />
          <TextInput
            label="SKU"
            withAsterisk
            maxLength={255}
            value={draft.sku}
            error={errorOf('sku')}
            readOnly={hasProduct}
            onChange={({ currentTarget }) => change({ sku: currentTarget.value })}
          />
        </Stack>
      </div>
    </Section>
  )
}
