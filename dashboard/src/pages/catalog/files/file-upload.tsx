import { FileInput, Stack, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { File as StoredFile } from '../../../generated/schema.ts'
import { useInvalidate } from '../../../kit/requests/use-read.ts'
import { useUpload } from '../../../kit/requests/use-upload.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { ProblemView } from '../../../kit/states.tsx'
import { DisableableButton } from '../../../ui/disableable-button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { describeSize } from '../rules/file-words.ts'

type FileUploadProps = { onDone: (files: readonly StoredFile[]) => unknown }

type Sending = { name: string; sent: number; size: number }

/** Uploads files one by one. Files already uploaded stay when a later file is rejected. */
export function FileUpload({ onDone }: FileUploadProps) {
  const [files, setFiles] = useState<File[]>([])
  const [isPublic, setPublic] = useState(true)
  const [alternative_text, setText] = useState('')
  const { sending, error, send } = useSending(onDone)
  const forbidden = whyForbidden('CreateFile', useScope())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (files.length > 0 && sending === null && forbidden === null)
      void send(files, { public: isPublic, alternative_text }).then((sent) => setFiles(files.slice(sent)))
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <FileInput
          label="Files"
          description={files.length === 0 ? 'One or several.' : files.map(({ size }) => describeSize(size)).join(', ')}
          multiple
          clearable
          clearButtonProps={{ 'aria-label': 'Clear' }}
          placeholder="Choose files"
          value={files}
          onChange={setFiles}
        />
        <TextInput
          label="Alternative text"
          description="Describes a picture for people who cannot see it."
          maxLength={1000}
          value={alternative_text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Switch
          label="Public"
          description="Anyone with the link can read it, which pictures in a shop require."
          checked={isPublic}
          onChange={(event) => setPublic(event.currentTarget.checked)}
        />
        {sending !== null && (
          <Progress
            unit="bytes"
            label={sending.name}
            total={sending.size}
            parts={[{ value: sending.sent, tone: 'working', label: 'sent' }]}
          />
        )}
        {error !== null && <ProblemView error={error} what="file" />}
        <div>
          <DisableableButton
            type="submit"
            variant="filled"
            reason={forbidden ?? (files.length === 0 ? 'Choose files first.' : null)}
            loading={sending !== null}
          >
            Upload
          </DisableableButton>
        </div>
      </Stack>
    </form>
  )
}

function useSending(onDone: FileUploadProps['onDone']) {
  const upload = useUpload()
  const invalidate = useInvalidate()
  const [sending, setSending] = useState<Sending | null>(null)
  const [error, setError] = useState<Error | null>(null)
  /** Returns the number of uploaded files. */
  const send = async (files: readonly File[], more: { public: boolean; alternative_text: string }) => {
    const stored: StoredFile[] = []
    setError(null)
    try {
      for (const file of files) {
        const onProgress = (sent: number) => setSending({ name: file.name, sent, size: file.size })
        onProgress(0)
        stored.push(await upload({ file, ...more }, onProgress))
      }
    } catch (thrown) {
      setError(thrown as Error)
    }
    setSending(null)
    await invalidate('/v2/files')
    if (stored.length > 0) await onDone(stored)
    return stored.length
  }
  return { sending, error, send }
}
