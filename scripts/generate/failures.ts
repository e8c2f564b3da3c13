import type { Failure } from '../../test/support/targets/failures/failure.ts'
import { SECTIONS } from '../../test/support/targets/failures/table.ts'
import { markdownTable } from './table.ts'

/** `docs/failures.md`: log messages of failed deliveries, from the table whose rows tests provoke. */
export function failuresDocument(): string {
  const sections = SECTIONS.map(({ title, failures }) => {
    const rows = failures.map((failure) => [
      codeSpan(failure.message),
      failure.cause,
      failure.remedy,
      consequenceOf(failure),
    ])
    return `## ${title}\n\n${markdownTable(['The log says', 'Cause', 'What to do', 'Then'], rows)}`
  })
  return [INTRODUCTION, ...sections].join('\n')
}

function consequenceOf({ next, overload }: Failure): string {
  if (next === 'final') return 'final'
  return overload ? 'retried, slower' : 'retried'
}

/** Formats text as code, with double backticks if it contains a backtick. */
function codeSpan(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

const INTRODUCTION = `# Failures of deliveries

What \`error_detail\` of a log says when an attempt fails, why, and what to do. Search this page for the part of the sentence
that does not depend on your addresses. Every row is provoked in the tests, with real connections, so the sentences are those
of this version.

In braces is what differs: \`{endpoint}\` is the host and port that the attempt went to, and \`{other}\` another one;
\`{timeout}\` is the time of an attempt, 10 seconds, or half of it for an access token; \`{code}\` is the name that the operating
system has for the failure; \`{words}\` is what the other side said. Messages name no path, no query and no secret of your
addresses.

The last column says what becomes of the job: *retried* by the [schedule](guides/webhooks.md#retries); *retried, slower*,
since the endpoint may be overloaded, so that fewer deliveries are sent to it concurrently until some succeed; *final*, not
retried by itself. After the cause is gone, a [manual retry](guides/webhooks.md#trying-and-repairing) or a
[replay](guides/webhooks.md#replaying-the-past) delivers what has failed for good.
`
