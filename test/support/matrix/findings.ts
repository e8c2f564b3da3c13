/** What was tried, and each thing that should not have come of it. */
export type Findings = {
  operations: number
  requests: number
  read: string[]
  changed: string[]
  distinguished: string[]
  shopper_gains: string[]
}
