export type Encoding = 'br' | 'gzip'

/** Most preferred first, for codings with equal weights. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip']

/** The best coding that the client accepts (RFC 9110, section 12.5.3); null for no coding. */
export function negotiateEncoding(accepted: string | undefined): Encoding | null {
  if (accepted === undefined) return null
  const weights = readWeights(accepted)
  const any = weights.get('*') ?? 0
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? any
  const [best] = ENCODINGS.toSorted((a, b) => weightOf(b) - weightOf(a))
  return best !== undefined && weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : null
}

function readWeights(accepted: string): Map<string, number> {
  return new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((one) => one.trim())
        const weight = parameters.find((one) => one.startsWith('q='))
        return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
      }),
  )
}
