import { errorCatalogue } from '../../src/kernel/errors.ts'
import { markdownTable } from './table.ts'

export function errorsDocument(): string {
  const rows = Object.values(errorCatalogue).map(({ status, title, when }) => [String(status), title, when])
  return `${INTRODUCTION}\n${markdownTable(['Status', 'Title', 'When'], rows)}`
}

const INTRODUCTION = `# Errors

Every refusal has one shape, with an entry for each problem:

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

\`status\` is a number. \`detail\` is a sentence for people and may change; \`status\` and \`title\` are for programs. \`source\` names
the place if there is one: a \`pointer\` into the body, a query \`parameter\` or a \`header\`. The header \`X-Request-Id\` is on
every answer.
`
