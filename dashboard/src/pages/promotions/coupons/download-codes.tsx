import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useScope } from '../../../kit/scope.ts'
import classes from '../promotions.module.css'
import { readAsFile } from './read-as-file.ts'

type Props = { promotion_id: string; batch: { id: string; size: number }; size?: 'xs' | 'sm'; primary?: boolean }

type State =
  | { kind: 'idle' }
  | { kind: 'reading'; lines: number }
  | { kind: 'done'; lines: number }
  | { kind: 'failed'; sentence: string }

/** Downloads the codes of a batch, one per line. */
export function DownloadCodes({ promotion_id, batch, size = 'sm', primary = false }: Props) {
  const { api } = useScope()
  const [state, setState] = useState<State>({ kind: 'idle' })
  const download = async () => {
    setState({ kind: 'reading', lines: 0 })
    try {
      const { data } = await api.GET('/v2/promotions/{promotion_id}/coupon-batches/{coupon_batch_id}/codes', {
        params: { path: { promotion_id, coupon_batch_id: batch.id } },
        parseAs: 'stream',
      })
      if (!(data instanceof ReadableStream)) throw new Error('The codes have no content.')
      const name = `coupon-codes-${batch.id}.txt`
      const lines = await readAsFile(data, name, (count) => setState({ kind: 'reading', lines: count }))
      setState({ kind: 'done', lines })
    } catch (error) {
      setState({ kind: 'failed', sentence: error instanceof Error ? error.message : String(error) })
    }
  }
  return (
    <div>
      <Button
        size={size}
        variant={primary ? 'filled' : 'default'}
        leftSection={<IconDownload size={14} aria-hidden />}
        loading={state.kind === 'reading'}
        onClick={(event) => {
          event.stopPropagation()
          void download()
        }}
      >
        Download codes
      </Button>
      <Text
        size="xs"
        c={state.kind === 'failed' ? 'var(--tone-failed)' : 'var(--text-dim)'}
        role="status"
        className={classes.status}
      >
        {sentenceOf(state, batch.size)}
      </Text>
    </div>
  )
}

function sentenceOf(state: State, size: number): string {
  switch (state.kind) {
    case 'reading':
      return `${state.lines.toLocaleString('en-US')} of ${size.toLocaleString('en-US')} codes`
    case 'done':
      return `Downloaded ${state.lines.toLocaleString('en-US')} codes.`
    case 'failed':
      return state.sentence
    default:
      return ''
  }
}
