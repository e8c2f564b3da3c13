/** The known word that was probably meant; null when none is near. Case, hyphens and underscores do not count. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  const meant = lettersOf(word)
  if (meant.length < FEWEST_LETTERS || meant.length > MOST_LETTERS) return null
  const scored = known.map((candidate) => ({ candidate, distance: distanceOf(meant, lettersOf(candidate)) }))
  const [best] = scored.sort((one, other) => one.distance - other.distance)
  return best === undefined || best.distance > Math.max(1, meant.length * TOLERANCE) ? null : best.candidate
}

const FEWEST_LETTERS = 2
/** The distance costs the product of both lengths. */
const MOST_LETTERS = 100
/** The share of the letters that may differ. */
const TOLERANCE = 0.25

/** The beginning of a known word, such as `secret` of `secret_key`, is as near as one wrong letter. */
function distanceOf(meant: string, known: string): number {
  const isStart = meant.length >= 4 && known.startsWith(meant)
  return isStart ? Math.min(1, known.length - meant.length) : editDistance(meant, known)
}

/** Letters to insert, remove or replace, and neighbors to swap, until one text is the other (optimal string alignment). */
function editDistance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        costAt(last, column) + 1,
        costAt(current, column - 1) + 1,
        costAt(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? costAt(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = current
  }
  return costAt(last, other.length)
}

function costAt(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}

function lettersOf(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
