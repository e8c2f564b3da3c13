import { errorCatalog } from '../../src/kernel/errors.ts'
import { markdownTable } from './table.ts'

export function errorsDocument(): string {
  const rows = Object.values(errorCatalog).map(({ status, title, when }) => [String(status), title, when])
  return `${INTRODUCTION}\n${markdownTable(['Status', 'Title', 'When'], rows)}`
}

const INTRODUCTION = `# Errors

Every error response has one shape, with an entry for each problem:

\`\`\`json
{
  "errors": [
    {
      "status": 422,
      "title": "Validation Error",
      "detail": "data.name must not be empty.",
      "source": { "pointer": "/data/name" }
    }
  ]
}
\`\`\`

\`status\` and \`title\` are for programs; \`detail\` is for people and may change. \`source\` locates the problem: a \`pointer\` into
the body, a query \`parameter\` or a \`header\`. Every response has the header \`X-Request-Id\`.
What the log of a failed delivery says is in [failures](failures.md).
`
