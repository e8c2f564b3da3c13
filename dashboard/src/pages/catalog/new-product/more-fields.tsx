import { Button, Input, Select, TagsInput, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { slugOf } from '../rules/product-draft.ts'
import type { DraftProps } from './draft-props.ts'
import styles from './new-product.module.css'

const KINDS = [
  { value: 'physical', label: 'Shipped' },
  { value: 'digital', label: 'Digital' },
]

/** Fields that most products do not need at first. */
export function MoreFields(props: DraftProps) {
  const [isOpened, setOpened] = useState(false)
  // A field with an error is never hidden.
  const isOpen =
    isOpened || ['slug', 'weight', 'description', 'tags'].some((field) => props.errorOf(field) !== undefined)
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Section
      title="More"
      actions={
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-expanded={isOpen}
          aria-label={isOpen ? 'Fold the details' : 'Show more details'}
          onClick={() => setOpened(!isOpen)}
        >
          <Icon size={16} aria-hidden />
        </Button>
      }
    >
      {isOpen ? (
        <Fields {...props} />
      ) : (
        <Text size="sm" c="var(--text-dim)">
          Description, weight, tax class, tags, link
        </Text>
      )}
    </Section>
  )
}

function Fields({ draft, change, errorOf }: DraftProps) {
  const id = useId()
  const classes = useRead('/v2/taxes/classes', { params: { query: { 'page[limit]': 100 } } }).data?.data ?? []
  return (
    <div className={styles.more}>
      <Input.Wrapper label="Description" error={errorOf('description')} className={styles.wide ?? ''} id={id}>
        <Input
          component="textarea"
          id={id}
          rows={3}
          multiline
          value={draft.description}
          onChange={({ currentTarget }) => change({ description: currentTarget.value })}
        />
      </Input.Wrapper>
      <Select
        label="Kind"
        data={KINDS}
        allowDeselect={false}
        value={draft.commodity_type}
        onChange={(kind) => change({ commodity_type: kind === 'digital' ? 'digital' : 'physical' })}
      />
      <TextInput
        label="Weight in grams"
        inputMode="numeric"
        value={draft.weight}
        error={errorOf('weight')}
        onChange={({ currentTarget }) => change({ weight: currentTarget.value })}
      />
      <Select
        label="Tax class"
        placeholder="The default class"
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the tax class' }}
        data={classes.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.tax_class_id}
        onChange={(tax_class_id) => change({ tax_class_id })}
      />
      <TagsInput
        label="Tags"
        placeholder={draft.tags.length === 0 ? 'Promotions can name them' : ''}
        value={[...draft.tags]}
        error={errorOf('tags')}
        onChange={(tags) => change({ tags })}
      />
      <TextInput
        label="Name in links"
        value={slugOf(draft)}
        error={errorOf('slug')}
        onChange={({ currentTarget }) => change({ slug: currentTarget.value })}
      />
    </div>
  )
}
