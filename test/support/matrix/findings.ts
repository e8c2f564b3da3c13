/** Number of attempts, and every violation found. */
export type Findings = {
  operations: number
  requests: number
  read: string[]
  changed: string[]
  distinguished: string[]
  shopper_gains: string[]
}
