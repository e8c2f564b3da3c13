import { ActionIcon, FileButton, Text, UnstyledButton } from '@mantine/core'
import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { type DragEvent, useEffect, useState } from 'react'
import type { Picture } from '../rules/product-draft.ts'
import classes from './new-product.module.css'

type PictureFieldsProps = { pictures: readonly Picture[]; onChange: (pictures: readonly Picture[]) => void }

/** Pictures to upload, chosen or dropped. The first one represents the product. */
export function PictureFields({ pictures, onChange }: PictureFieldsProps) {
  const add = (files: readonly File[]) => onChange([...pictures, ...files.filter(isPicture).map(pictureOf)])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    add([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same.
    <div className={classes.pictures} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      {pictures.map((picture, at) => (
        <div key={picture.key} className={classes.picture} data-main={at === 0 || undefined}>
          <Preview file={picture.file} />
          <ActionIcon
            className={classes.remove ?? ''}
            variant="default"
            size={24}
            aria-label={`Remove ${picture.file.name}`}
            onClick={() => onChange(pictures.filter((one) => one !== picture))}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <FileButton accept="image/*" multiple onChange={add}>
        {(props) => (
          <UnstyledButton {...props} className={classes.addPicture} data-main={pictures.length === 0 || undefined}>
            <IconPhotoPlus size={22} stroke={1.4} aria-hidden />
            <Text size="sm" span>
              {pictures.length === 0 ? 'Add a picture' : 'Add another'}
            </Text>
          </UnstyledButton>
        )}
      </FileButton>
    </div>
  )
}

/** Picture before it is uploaded. Decorative, since its file name is beside it. */
export function Preview({ file }: { file: File }) {
  const [source, setSource] = useState<string | null>(null)
  useEffect(() => {
    const address = URL.createObjectURL(file)
    setSource(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  return source === null ? null : <img src={source} alt="" className={classes.preview} />
}

const isPicture = ({ type }: File) => type.startsWith('image/')

let count = 0

export function pictureOf(file: File): Picture {
  count += 1
  return { key: `${count}`, file }
}
