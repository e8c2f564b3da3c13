import { ActionIcon, Tooltip } from '@mantine/core'
import { IconTextWrap } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'

type CodeBlockProps = {
  code: string
  /** Kind of content: "Shell", "HTTP", "Response body". */
  label: string
  /** True if long lines wrap initially. */
  wrapped?: boolean
  /** Maximum height in CSS pixels before the code scrolls. */
  maxHeight?: number | string
}

export function CodeBlock({ code, label, wrapped = false, maxHeight = 420 }: CodeBlockProps) {
  const [wrap, setWrap] = useState(wrapped)
  return (
    <figure className={classes.block}>
      <figcaption className={classes.head}>
        <span>{label}</span>
        <span className={classes.actions}>
          <Tooltip label={wrap ? 'Do not wrap long lines' : 'Wrap long lines'}>
            <ActionIcon
              variant={wrap ? 'default' : 'subtle'}
              color="gray"
              size={24}
              c="var(--text-dim)"
              aria-label="Wrap long lines"
              aria-pressed={wrap}
              onClick={() => setWrap(!wrap)}
            >
              <IconTextWrap size={14} />
            </ActionIcon>
          </Tooltip>
          <CopyButton text={code} label={`Copy ${label}`} />
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre className={classes.code} data-wrap={wrap || undefined} style={{ maxHeight }} tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}
