import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Passkey } from '../../generated/schema.ts'
import { Loaded } from '../../kit/states.tsx'
import { useOwnPasskeys } from './own-passkeys.tsx'

/** Passkey with the id in the address. */
export function OwnPasskey({ id, children }: { id: string; children: (passkey: Passkey) => ReactNode }) {
  return (
    <Loaded query={useOwnPasskeys()} what="passkey">
      {({ data }) => {
        const passkey = data.find((one) => one.id === id)
        return passkey === undefined ? <Text size="sm">This passkey no longer exists.</Text> : children(passkey)
      }}
    </Loaded>
  )
}
