import type { Command } from 'commander'
import { isObject } from '../kernel/json/json.ts'
import { decimal, wholeNumber } from '../tool/arguments.ts'
import { readData } from '../tool/read-data.ts'

export type AttributeOptions = {
  file?: string
  name?: string
  description?: string
  type?: string
  to?: string
  config?: Record<string, unknown>
  observe?: string[]
  match?: string
  rateLimit?: number
  concurrency?: number
}

export function addAttributes(command: Command): Command {
  return command
    .option('--file <file>', "read the attributes from this JSON or YAML file; '-' reads standard input")
    .option('--name <name>', 'name')
    .option('--description <text>', 'description')
    .option('--type <type>', 'kind of target: webhook, cloud_sqs or stomp')
    .option('--to <address>', 'address of a webhook')
    .option('--config <member=value>', 'member of the configuration; can be repeated', addMember)
    .option('--observe <keys...>', "event keys, for example order.paid or 'cart.*'")
    .option(
      '--match <filter>',
      "only events that match, for example 'gt(data.meta.display_price.with_tax.amount,10000)'",
    )
    .option('--rate-limit <count>', 'maximum attempts per second', decimal(0.1, 10_000))
    .option('--concurrency <count>', 'maximum attempts in flight of each process', wholeNumber(1, 64))
}

/** Parses `url=https://…`; a JSON value such as `["a"]` or `true` is parsed as JSON. */
function addMember(text: string, before: Record<string, unknown> = {}): Record<string, unknown> {
  const [name = '', ...rest] = text.split('=')
  return { ...before, [name]: parseValue(rest.join('=')) }
}

function parseValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'number' ? text : value
  } catch {
    return text
  }
}

/** Returns the attributes in the file and the options; others are absent. */
export async function attributesOf(options: AttributeOptions): Promise<Record<string, unknown>> {
  const { file, name, description, type, to, config, observe, match, rateLimit, concurrency } = options
  const read = file === undefined ? {} : await readData(file)
  if (!isObject(read)) throw new Error(`${file} must hold an object with the attributes of the integration.`)
  const base = isObject(read.data) ? read.data : read
  const configuration = {
    ...(isObject(base.configuration) && base.configuration),
    ...config,
    ...(to !== undefined && { url: to }),
  }
  return {
    ...base,
    type: 'integration',
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(type !== undefined && { integration_type: type }),
    ...(observe !== undefined && { observes: observe }),
    ...(match !== undefined && { filter: match }),
    ...(rateLimit !== undefined && { rate_limit: rateLimit }),
    ...(concurrency !== undefined && { concurrency }),
    ...(Object.keys(configuration).length > 0 && { configuration }),
  }
}
