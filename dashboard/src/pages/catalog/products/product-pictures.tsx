import { Box, Select, Stack } from '@mantine/core'
import { useMemo } from 'react'
import type { Product } from '../../../generated/schema.ts'
import { orSentence } from '../../../kit/form/fields/options.ts'
import { useSearch } from '../../../kit/form/fields/reference.tsx'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { ProblemView } from '../../../kit/states.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { filePicker, useFilesOf } from '../files/file-reads.ts'
import { FileUpload } from '../files/file-upload.tsx'
import { Picture } from './picture.tsx'
import { ProductFrame } from './product-frame.tsx'
import classes from './thumbnail.module.css'
import { usePictures } from './use-pictures.ts'

export function ProductPicturesPage() {
  return <ProductFrame>{(product) => <Pictures product={product} />}</ProductFrame>
}

function Pictures({ product }: { product: Product }) {
  const main = product.relationships.main_image.data?.id ?? null
  const ids = product.relationships.files.data.map(({ id }) => id)
  const all = main === null || ids.includes(main) ? ids : [main, ...ids]
  const files = useFilesOf([all])
  const change = usePictures(product.id)
  const forbidden = whyForbidden('SetProductFiles', useScope())
  const add = (added: readonly string[]) => {
    const next = [...ids, ...added.filter((id) => !ids.includes(id))]
    return change.mutateAsync({ files: next, ...(main === null && added[0] !== undefined ? { main: added[0] } : {}) })
  }
  return (
    <Stack gap="md">
      <Section
        title="Pictures"
        description="The main image represents the product in lists. The others are shown in this order."
      >
        {change.error !== null && <ProblemView error={change.error} what="product" />}
        {all.length === 0 ? (
          <Empty title="No pictures yet">Upload a picture below, or choose an existing file.</Empty>
        ) : (
          <ul className={classes.grid} aria-label="Pictures">
            {all.map((id) => (
              <Picture
                key={id}
                file={files.get(id)}
                {...{ id, ids, main }}
                change={forbidden === null ? (next) => change.mutate(next) : null}
              />
            ))}
          </ul>
        )}
      </Section>
      {forbidden === null && (
        <Section title="Add pictures">
          <Stack gap="lg">
            <ChooseFile onChoose={(id) => void add([id])} />
            <Box maw={480}>
              <FileUpload onDone={(stored) => add(stored.map(({ id }) => id))} />
            </Box>
          </Stack>
        </Section>
      )}
    </Stack>
  )
}

function ChooseFile({ onChoose }: { onChoose: (id: string) => void }) {
  const scope = useScope()
  const picker = useMemo(() => filePicker(scope), [scope])
  const { options, text, setText, setOpen, sentence } = useSearch(picker)
  return (
    <Select
      label="Choose an existing file"
      placeholder="File name"
      maw={420}
      data={options}
      filter={({ options: all }) => orSentence(all, sentence)}
      searchable
      searchValue={text ?? ''}
      onSearchChange={setText}
      onDropdownOpen={() => setOpen(true)}
      value={null}
      onChange={(id) => {
        setText(null)
        if (id !== null) onChoose(id)
      }}
    />
  )
}
