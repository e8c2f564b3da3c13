/** What a checker of a language gets on its standard input, as one JSON document. */
export type Question = {
  symmetric: readonly Vector[]
  asymmetric: readonly AsymmetricVector[]
  /** Bodies of messages that were consumed from queues. */
  events: readonly string[]
}

/** Of `examples/signatures.json`. */
export type Vector = Signed & { secret: string }
export type AsymmetricVector = Signed & { public_key: string }

type Signed = { name: string; id: string; timestamp: string; body: string; signature: string; valid: boolean }

/** What it prints, as one JSON document, each list in the order of the question. */
export type Answer = {
  /** What the library of the language signs: `v1,` and base64. */
  signatures: readonly string[]
  /** Whether the signature is one of the public key. */
  verdicts: readonly boolean[]
  /** What the CloudEvents SDK has read. */
  events: readonly {
    id: string
    type: string
    source: string
    storeid: string
    resourceversion: string
    data: unknown
  }[]
}
