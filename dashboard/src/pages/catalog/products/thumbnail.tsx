import { IconFile, IconLock, IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import type { File } from '../../../generated/schema.ts'
import { thumbnailOf } from '../rules/file-words.ts'
import classes from './thumbnail.module.css'

type ThumbnailProps = { file: File | undefined; size?: 'row' | 'card' | 'page' }

const WIDTHS = { row: 160, card: 320, page: 640 } as const

/** Thumbnail, or an icon for files without a picture. Decorative, because the name is beside it. */
export function Thumbnail({ file, size = 'row' }: ThumbnailProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const source = file === undefined ? null : thumbnailOf(file, WIDTHS[size])
  const Icon = file === undefined ? IconPhoto : file.public ? IconFile : IconLock
  return (
    <span className={classes.frame} data-size={size}>
      {source !== null && source !== failed ? (
        <img src={source} alt="" loading="lazy" className={classes.picture} onError={() => setFailed(source)} />
      ) : (
        <Icon size={size === 'row' ? 16 : 28} stroke={1.4} aria-hidden />
      )}
    </span>
  )
}
