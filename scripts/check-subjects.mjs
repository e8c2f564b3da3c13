// Checks the subjects of the commits since the rule began: conventional, imperative, at most 72 characters. Runs on any
// Node from 20 on, and skips the check if there is no history, as in an archive.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const SINCE = '5c86dd86'
const MAX_LENGTH = 72
const FORM = /^(?:bench|build|ci|docs|feat|fix|perf|refactor|revert|test)(?:\([a-z0-9-]+\))?!?: (\S+)/
/** First words of non-imperative subjects: `a cart is …`, `adds …`, `added …`, `adding …`. */
const NOT_IMPERATIVE = /^(?:an?|the|it|that|this|what|whether|who|of|in|\w*(?:[^s]s|ed|ing))$/
const IMPERATIVE = new Set([
  'alias',
  'bias',
  'bring',
  'embed',
  'exceed',
  'feed',
  'focus',
  'need',
  'ping',
  'seed',
  'speed',
])

export function problemOfSubject(subject) {
  if (subject.startsWith('Merge ')) return null
  const word = FORM.exec(subject)?.[1]
  if (word === undefined) return 'must be `type(scope): subject`, such as `fix(carts): reject stale versions`'
  if (subject.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters, not ${subject.length}`
  if (NOT_IMPERATIVE.test(word) && !IMPERATIVE.has(word)) return 'must begin with an imperative, such as `reject`'
  return null
}

function subjects() {
  try {
    const root = fileURLToPath(new URL('..', import.meta.url))
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
    return execFileSync('git', ['log', '--format=%h %s', `${SINCE}..HEAD`], options)
      .split('\n')
      .filter(Boolean)
  } catch {
    return []
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = subjects().flatMap((line) => {
    const problem = problemOfSubject(line.slice(line.indexOf(' ') + 1))
    return problem === null ? [] : [`${line}: the subject ${problem}.`]
  })
  if (problems.length > 0) console.error(problems.join('\n'))
  process.exitCode = problems.length > 0 ? 1 : 0
}
