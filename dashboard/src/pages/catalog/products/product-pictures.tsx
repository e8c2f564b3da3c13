import { ActionIcon, Box, Button, Group, Select, Stack } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { File, Product } from '../../../generated/schema.ts'
import { orSentence } from '../../../kit/form/fields/options.ts'
import { useSearch } from '../../../kit/form/fields/reference.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { ProblemView } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { filePicker, useFilesOf } from '../files/file-reads.ts'
import { FileUpload } from '../files/file-upload.tsx'
import { moved } from '../rules/moved.ts'
import { ProductFrame } from './product-frame.tsx'
import classes from './thumbnail.module.css'
import { Thumbnail } from './thumbnail.tsx'
import { type PictureChange, usePictures } from './use-pictures.ts'

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
        description="The main image stands for the product in lists. The others are shown in this order."
      >
        {change.error !== null && <ProblemView error={change.error} what="product" />}
        {all.length === 0 ? (
          <Empty title="No pictures yet">Upload one below, or choose one that is there.</Empty>
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

type PictureProps = {
  id: string
  file: File | undefined
  /** Of the pictures in their order; the main image may be none of them. */
  ids: readonly string[]
  main: string | null
  change: ((change: PictureChange) => void) | null
}

function Picture({ id, file, ids, main, change }: PictureProps) {
  const paths = usePaths()
  const name = file?.file_name ?? id
  const at = ids.indexOf(id)
  const isMain = id === main
  const remove = () => change?.({ files: ids.filter((one) => one !== id), ...(isMain ? { main: null } : {}) })
  return (
    <li className={classes.card}>
      <Thumbnail file={file} size="card" />
      <LinkTo to={paths.file(id)} className={classes.name ?? ''}>
        {name}
      </LinkTo>
      {change === null ? (
        isMain && <span className={classes.note}>Main image</span>
      ) : (
        <Group gap={4}>
          <Button
            size="compact-xs"
            disabled={isMain}
            leftSection={isMain ? <IconStarFilled size={12} aria-hidden /> : <IconStar size={12} aria-hidden />}
            onClick={() => change({ main: id })}
            aria-label={isMain ? `${name} is the main image` : `Make ${name} the main image`}
          >
            Main
          </Button>
          <Small label={`Move ${name} to the left`} off={at < 1} run={() => change({ files: moved(ids, at, at - 1) })}>
            <IconArrowLeft size={14} aria-hidden />
          </Small>
          <Small
            label={`Move ${name} to the right`}
            off={at < 0 || at === ids.length - 1}
            run={() => change({ files: moved(ids, at, at + 1) })}
          >
            <IconArrowRight size={14} aria-hidden />
          </Small>
          <Small label={`Remove ${name}`} off={false} run={remove}>
            <IconTrash size={14} aria-hidden />
          </Small>
        </Group>
      )}
    </li>
  )
}

function Small({
  label,
  off,
  run,
  children,
}: {
  label: string
  off: boolean
  run: () => void
  children: React.ReactNode
}) {
  return (
    <ActionIcon variant="default" size={24} aria-label={label} disabled={off} onClick={run}>
      {children}
    </ActionIcon>
  )
}

function ChooseFile({ onChoose }: { onChoose: (id: string) => void }) {
  const scope = useScope()
  const picker = useMemo(() => filePicker(scope), [scope])
  const { options, text, setText, setOpen, sentence } = useSearch(picker)
  return (
    <Select
      label="Choose a file that is there"
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
