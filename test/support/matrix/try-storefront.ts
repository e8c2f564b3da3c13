import type { Findings } from './findings.ts'
import { ask, comparable, leaksIn, type Secrets } from './judge.ts'
import { type Addresses, bodyFor, unknownPath, withDecodedIds } from './storefront.ts'

/** An actor with a storefront token; `scopes` maps scopes to unknown scopes. */
type Visitor = { name: string; token: string; scopes: Record<string, string> }

type Visit = { origin: string; visitor: Visitor; addresses: Addresses; secrets: Secrets }

/** Reads, posts to, changes and deletes every foreign resource, and the same for unknown ids. */
export async function tryStorefront(findings: Findings, { origin, visitor, addresses, secrets }: Visit): Promise<void> {
  for (const kind of addresses.kinds)
    for (const method of kind.methods) {
      const path = addresses.paths.get(kind.name) ?? ''
      const never = unknownPath(path, (id) => secrets.ids.has(id), visitor.scopes)
      const body = method === 'POST' || method === 'PUT' ? { body: bodyFor(kind) } : {}
      const name = `storefront ${kind.name} ${method} by ${visitor.name}`
      const reply = await ask(origin, visitor.token, { method, path, ...body })
      findings.requests += 1
      const decoded = { status: reply.status, text: withDecodedIds(reply.text) }
      for (const secret of leaksIn(decoded, { method, path: withDecodedIds(path), ...body }, secrets))
        findings.read.push(`${name}: ${reply.status} reports ${secret}`)
      if (never === path) continue
      const other = await ask(origin, visitor.token, { method, path: never, ...body })
      findings.requests += 1
      const swapped = new Map([[path, never], ...Object.entries(visitor.scopes)])
      const [one, two] = [comparable(reply, { swapped }), comparable(other, { swapped })]
      if (one !== two)
        findings.distinguished.push(`${name}:\n  ${path} ${one.slice(0, 300)}\n  ${never} ${two.slice(0, 300)}`)
    }
}
