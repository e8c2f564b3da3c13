import { Button, Group } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react'
import type { File } from '../../../generated/schema.ts'
import { LinkTo } from '../../../kit/link.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { AT_THE_END } from '../../../messages/en.ts'
import { DisableableIcon } from '../../../ui/disableable-icon.tsx'
import { moved } from '../rules/moved.ts'
import classes from './thumbnail.module.css'
import { Thumbnail } from './thumbnail.tsx'
import type { PictureChange } from './use-pictures.ts'

type PictureProps = {
  id: string
  file: File | undefined
  /** Ids of the pictures in order; the main image need not be among them. */
  ids: readonly string[]
  main: string | null
  change: ((change: PictureChange) => void) | null
}

export function Picture({ id, file, ids, main, change }: PictureProps) {
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
            {...(isMain ? { 'data-disabled': true, 'aria-disabled': true, title: 'It is the main image.' } : {})}
            leftSection={isMain ? <IconStarFilled size={12} aria-hidden /> : <IconStar size={12} aria-hidden />}
            onClick={() => !isMain && change({ main: id })}
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
    <DisableableIcon variant="default" size={24} label={label} reason={off ? AT_THE_END : null} onClick={run}>
      {children}
    </DisableableIcon>
  )
}
