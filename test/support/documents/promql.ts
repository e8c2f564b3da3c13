/** Metrics that an expression reads, each with its matched labels, and the labels that it groups by. */
export type Read = { metrics: { name: string; labels: string[] }[]; grouped: string[] }

const WORDS = new Set(
  'abs sum min max avg count by without and or unless rate increase count_over_time histogram_quantile absent label_values'.split(
    ' ',
  ),
)

/** Extracts the names from a PromQL expression; throws on a word that is neither a metric nor a known keyword. */
export function readPromql(expression: string): Read {
  const plain = expression.replaceAll(/"[^"]*"/g, '""').replaceAll(/\[[^\]]*\]/g, '')
  const grouped = [...plain.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap(([, names = '']) => split(names))
  const metrics: Read['metrics'] = []
  const ungrouped = plain.replaceAll(/\b(by|without)\s*\([^)]*\)/g, '$1')
  for (const [, name = '', matchers = ''] of ungrouped.matchAll(/([a-zA-Z_:][\w:]*)(?:\{([^}]*)\})?/g)) {
    if (WORDS.has(name)) continue
    if (!name.includes('_')) throw new Error(`Unknown word ${name} in ${expression}`)
    metrics.push({ name, labels: split(matchers).map((matcher) => /^\w+/.exec(matcher)?.[0] ?? matcher) })
  }
  return { metrics, grouped }
}

function split(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
