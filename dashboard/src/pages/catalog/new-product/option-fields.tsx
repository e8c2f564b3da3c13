import { Button, TagsInput, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { DisableableIcon } from '../../../ui/disableable-icon.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { type DraftOption, variantsOf } from '../rules/variants.ts'
import type { DraftProps } from './draft-props.ts'
import classes from './new-product.module.css'
import { VariantGrid } from './variant-grid.tsx'

/** Options in which variants of the product differ, and the grid of the variants. */
export function OptionFields(props: DraftProps) {
  const { draft, change, hasProduct, errorOf } = props
  const variants = variantsOf(draft.options)
  const setOption = (at: number, next: DraftOption) => change({ options: withBlank(draft.options.with(at, next)) })
  if (draft.options.length === 0)
    return (
      <Section
        title="Variants"
        description="For a product that comes in sizes, colors, or the like."
        actions={
          <Button
            size="xs"
            disabled={hasProduct}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => change({ options: [NO_OPTION] })}
          >
            Add options
          </Button>
        }
      >
        {null}
      </Section>
    )
  return (
    <Section title="Variants" description="One for each combination of the values.">
      <div className={classes.options}>
        {draft.options.map((option, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option has no other identity while it is typed.
          <div key={at} className={classes.option}>
            <TextInput
              label={`Option ${at + 1}`}
              placeholder={EXAMPLES[at]?.name ?? 'Another option'}
              maxLength={255}
              readOnly={hasProduct}
              // The person has just added it.
              data-autofocus={at === 0 || undefined}
              value={option.name}
              error={errorOf(`options.${at}.name`)}
              onChange={({ currentTarget }) => setOption(at, { ...option, name: currentTarget.value })}
            />
            <TagsInput
              label={`Values of option ${at + 1}`}
              placeholder={option.values.length === 0 ? (EXAMPLES[at]?.values ?? '') : ''}
              splitChars={[',', ';', '\t', '\n']}
              acceptValueOnBlur
              readOnly={hasProduct}
              value={[...option.values]}
              error={errorOf(`options.${at}.values`)}
              onChange={(values) => setOption(at, { ...option, values })}
            />
            <DisableableIcon
              className={classes.removeOption ?? ''}
              variant="subtle"
              color="gray"
              size={36}
              label={`Remove option ${at + 1}`}
              reason={hasProduct ? 'The product exists already.' : null}
              onClick={() => change({ options: without(draft.options, at) })}
            >
              <IconX size={16} aria-hidden />
            </DisableableIcon>
          </div>
        ))}
      </div>
      {variants.length > 0 && <VariantGrid {...props} variants={variants} />}
    </Section>
  )
}

const NO_OPTION: DraftOption = { name: '', values: [] }
const EXAMPLES = [
  { name: 'Color', values: 'Red, Blue' },
  { name: 'Size', values: 'S, M, L' },
]

const isBlank = ({ name, values }: DraftOption) => name === '' && values.length === 0

/** Keeps a blank row after the last option, so that another one needs no button. */
function withBlank(options: readonly DraftOption[]): readonly DraftOption[] {
  return options.at(-1)?.values.length === 0 ? options : [...options, NO_OPTION]
}

function without(options: readonly DraftOption[], at: number): readonly DraftOption[] {
  const others = options.toSpliced(at, 1)
  return others.every(isBlank) ? [] : withBlank(others)
}
