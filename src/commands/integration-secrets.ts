import type { Command } from 'commander'
import { parseResponse } from '../client/list.ts'
import { type ApiOptions, onApi } from '../client/on-api.ts'
import { Data } from '../http/envelope.ts'
import { SecretResource, SecretTimes } from '../integrations/secret.ts'
import { fieldList, formatTime, print } from '../tool/output.ts'
import { addOne } from './one-integration.ts'

export function addSecrets(integrations: Command): void {
  addOne(integrations, 'rotate-secret', 'Create a new secret for a webhook; the previous secret also signs for a day.')
    .option('--force', 'rotate even while the secret of an earlier rotation still signs, which then stops')
    .action(rotateSecret)
  addOne(integrations, 'end-previous-secret', 'Stop signing with the previous secret of a rotation.').action(
    endPrevious,
  )
}

async function rotateSecret(id: string, options: ApiOptions & { force?: true }): Promise<void> {
  const data = { type: 'integration-secret', ...(options.force && { force: true }) }
  const response = await onApi(options, (connection) => connection.post(`/integrations/${id}/secret/rotate`, { data }))
  const secret = parseResponse(Data(SecretResource), response).data
  await print(secret, options, () =>
    fieldList([
      ['secret', secret.secret_key ?? ''],
      ['former signs until', formatTime(secret.previous_until)],
    ]),
  )
}

async function endPrevious(id: string, options: ApiOptions): Promise<void> {
  const path = `/integrations/${id}/secret/end-previous`
  const response = await onApi(options, (connection) => connection.post(path))
  const times = parseResponse(Data(SecretTimes), response).data
  await print(times, options, () => `Integration ${id} signs with its current secret only.\n`)
}
