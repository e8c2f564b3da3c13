import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import type { Json } from '../../../ui/json/json-tree.ts'
import { JsonView } from '../../../ui/json/json-view.tsx'

/** JSON bodies as a tree; "Raw" is byte for byte. */
export function BodyView({ label, body }: { label: string; body: string }) {
  const value = structureOf(body)
  if (value === undefined) return <CodeBlock label={label} code={body} wrapped />
  return <JsonView label={label} value={value} raw={body} />
}

function structureOf(body: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Json) : undefined
  } catch {
    return undefined
  }
}
