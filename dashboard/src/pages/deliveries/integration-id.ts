import { useParam } from '../../kit/address-state.ts'

/** The integration that the address is about. */
export function useIntegrationId(): string {
  return useParam('integration')
}
