/** Input of a checker on standard input, as one JSON document. */
export type Question = {
  symmetric: readonly Vector[]
  asymmetric: readonly AsymmetricVector[]
  /** Bodies of messages that were consumed from queues. */
  events: readonly string[]
}

export type Vector = Signed & { secret: string }
export type AsymmetricVector = Signed & { public_key: string }

type Signed = { name: string; id: string; timestamp: string; body: string; signature: string; valid: boolean }

/** Output of a checker, as one JSON document, with each list in the order of the question. */
export type Answer = {
  /** Signatures by the language's library, as `v1,` and base64. */
  signatures: readonly string[]
  /** True for each signature that verifies with its public key. */
  verdicts: readonly boolean[]
  events: readonly {
    id: string
    type: string
    source: string
    storeid: string
    resourceversion: string
    data: unknown
  }[]
}
