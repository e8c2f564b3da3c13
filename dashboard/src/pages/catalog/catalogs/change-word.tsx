import { Status, type Tone } from '../../../ui/status.tsx'

type Change = 'created' | 'updated' | 'deleted'

const WORDS: Record<Change, { tone: Tone; word: string }> = {
  created: { tone: 'ok', word: 'Added' },
  updated: { tone: 'working', word: 'Changed' },
  deleted: { tone: 'off', word: 'Removed' },
}

export function ChangeWord({ change }: { change: Change }) {
  return <Status tone={WORDS[change].tone}>{WORDS[change].word}</Status>
}
