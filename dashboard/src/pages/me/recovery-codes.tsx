import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { CopyButton } from '../../ui/copy/copy-button.tsx'
import { OnceOnly } from '../../ui/copy/once-only.tsx'
import { saveFile } from '../../ui/save-file.ts'
import classes from './recovery-codes.module.css'

type RecoveryCodesProps = { codes: readonly string[]; email: string; onDone: () => void }

/** Codes to log in after losing the authenticator app. */
export function RecoveryCodes({ codes, email, onDone }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`
  return (
    <OnceOnly title="Keep these recovery codes">
      <Text size="sm">
        Each code lets you log in once without your app. Keep them where you can find them if you lose it.
      </Text>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="space-between">
        <Group gap="xs">
          <CopyButton text={text}>Copy</CopyButton>
          <Button
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => saveFile('tidings-recovery-codes.txt', `Recovery codes of ${email}\n\n${text}`)}
          >
            Download
          </Button>
        </Group>
        <Button variant="filled" onClick={onDone}>
          I have saved them
        </Button>
      </Group>
    </OnceOnly>
  )
}
