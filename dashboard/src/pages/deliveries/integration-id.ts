import { useParam } from '../../kit/address-state.ts'

export function useIntegrationId(): string {
  return useParam('integration')
}
