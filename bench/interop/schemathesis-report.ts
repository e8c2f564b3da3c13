import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { ACCEPTANCE } from './schemathesis-kinds/kind.ts'
import { KINDS } from './schemathesis-kinds.ts'

export type SchemathesisReport = {
  ok: boolean
  /** Number of operations with checked requests. */
  operations: number
  checks: number
  findings: readonly string[]
  /** Number of failures by kind of false positive. */
  kinds: Readonly<Record<string, number>>
  /** Kinds without failures; a kind that no run needs can be removed. */
  unused_kinds: readonly string[]
}

const MAX_FINDINGS = 40
/** Length of the common prefix of messages for the same rejection. */
const SENTENCE = 40

/** Parses a report of Schemathesis with one event per line. */
export async function reportOf(file: string): Promise<SchemathesisReport> {
  const operations = new Set<string>()
  const kinds: Record<string, number> = {}
  const findings = new Map<string, string>()
  let count = 0
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { ScenarioFinished: scenario } = JSON.parse(line) as { ScenarioFinished?: Scenario }
    for (const checked of scenario === undefined ? [] : checksOf(scenario)) {
      count += 1
      operations.add(checked.operation)
      if (checked.check.status !== 'failure') continue
      const kind = kindOf(checked)
      if (kind !== undefined) kinds[kind] = (kinds[kind] ?? 0) + 1
      else
        findings.set(
          `${checked.operation} ${checked.check.name} ${checked.said.slice(0, SENTENCE)}`,
          described(checked),
        )
    }
  }
  const shown = [...findings.values()].slice(0, MAX_FINDINGS)
  const unused_kinds = KINDS.map(({ name }) => name).filter((name) => kinds[name] === undefined)
  const ok = findings.size === 0 && count > 0
  return { ok, operations: operations.size, checks: count, findings: shown, kinds, unused_kinds }
}

type Check = { name: string; status: string; failure_info?: { failure: { title: string; message: string } } }
type Content = { $base64?: string } | string | null
type Interaction = {
  request: { method: string; uri: string; headers: Record<string, string[]>; body?: Content }
  response: { status_code: number; content?: Content } | null
}
type Case = { value: { meta?: { components?: Record<string, { mode: string }> } } }
type Scenario = {
  recorder: {
    label: string
    cases?: Record<string, Case>
    checks?: Record<string, Check[]>
    interactions?: Record<string, Interaction>
  }
}

type Checked = { operation: string; check: Check; status: number; said: string; isMeantInvalid: boolean; sent: string }

function checksOf({ recorder }: Scenario): Checked[] {
  return Object.entries(recorder.checks ?? {}).flatMap(([id, checks]) => {
    const { request, response } = recorder.interactions?.[id] ?? { request: undefined, response: null }
    const { components = {} } = recorder.cases?.[id]?.value.meta ?? {}
    return checks.map((check) => ({
      operation: recorder.label,
      check,
      status: response?.status_code ?? 0,
      said: check.status === 'failure' ? firstProblem(textOf(response?.content)) : '',
      isMeantInvalid: Object.values(components).some(({ mode }) => mode === 'negative'),
      sent: check.status === 'failure' && request !== undefined ? sentBy(request) : '',
    }))
  })
}

/**
 * Schemathesis expects acceptance of requests that it marks as partly invalid: a header with a pattern is `0` in each
 * body variant.
 */
const INVALID_ITSELF = 'requests with a part that Schemathesis itself made invalid'

function kindOf({ operation, check, status, said, sent, isMeantInvalid }: Checked): string | undefined {
  if (isMeantInvalid && check.name === ACCEPTANCE && status === 400) return INVALID_ITSELF
  return KINDS.find(
    (kind) =>
      kind.check === check.name &&
      kind.status === status &&
      kind.operations.test(operation) &&
      (kind.response ?? /^/).test(said) &&
      (kind.request ?? /^/).test(sent),
  )?.name
}

function described({ operation, check, status, said, sent }: Checked): string {
  return `${operation}: ${check.name} ${status} ${check.failure_info?.failure.title}: ${said}; ${sent}`.slice(0, 600)
}

/** Includes If-Match, because no other header causes as many rejections. */
function sentBy({ method, uri, headers, body }: Interaction['request']): string {
  const condition = (headers['if-match'] ?? []).map((version) => ` If-Match: ${version}`)
  return `${method} ${uri}${condition} ${textOf(body)}`
}

function textOf(content: Content | undefined): string {
  if (typeof content === 'string' || content === null || content === undefined) return content ?? ''
  return Buffer.from(content.$base64 ?? '', 'base64').toString()
}

function firstProblem(body: string): string {
  try {
    const [{ detail, source = {} }] = JSON.parse(body).errors
    return `${detail} @ ${Object.values(source)[0] ?? ''}`
  } catch {
    return body.slice(0, 200)
  }
}
