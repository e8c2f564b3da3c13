import type { Command } from 'commander'
import { type Static, Type } from 'typebox'
import { type AccountOptions, addAccountOptions, findAccount } from '../client/account.ts'
import { connect } from '../client/connection.ts'
import { checkAnswer } from '../client/list.ts'
import { readBatches } from '../client/publish/batches.ts'
import { makeSample } from '../client/publish/sample.ts'
import { AcceptedResource } from '../events/resource.ts'
import { Data } from '../http/envelope.ts'
import { print } from '../tool/output.ts'
import { readInput } from '../tool/read-input.ts'

export function addPublish(program: Command): void {
  const publish = program
    .command('publish')
    .description('Publish events to a running API, as a producer outside the store does.')
    .option('--key <key>', 'key of one event, for example order.paid')
    .option('--sample', "with the catalogue's sample of that key as its payload")
    .option('--payload <file>', "with this JSON as its payload; '-' reads standard input")
    .option('--id <id>', 'your own id of that event: published again, it returns the first result')
    .option('--file <file>', "events, one JSON object a line: {triggered_by, payload, id?}; '-' reads standard input")
    .option('--json', 'print a JSON array: the events as the API accepted them')
  addAccountOptions(publish).addHelpText('after', MORE).action(run)
}

const MORE = `
Events of a file go out 1,000 at a time; each thousand is stored whole or not at all. With ids in them a file can be
published again after a failure without doubling anything.

Examples:
  tidings publish --key order.paid --sample
  echo '{"data":{"type":"customer","id":"42"}}' | tidings publish --key customer.updated --payload -
  tidings publish --file events.jsonl`

type PublishOptions = AccountOptions & {
  key?: string
  sample?: true
  payload?: string
  id?: string
  file?: string
  json?: true
}

type Accepted = Static<typeof AcceptedResource>

async function run(options: PublishOptions, command: Command): Promise<void> {
  const trouble = wrongCombination(options)
  if (trouble !== null) command.error(`error: ${trouble}`)
  const accepted = options.file === undefined ? await publishOne(options) : await publishFile(options, options.file)
  print(accepted, options, () => describe(accepted))
}

function wrongCombination({ key, sample, payload, id, file }: PublishOptions): string | null {
  if (file !== undefined) {
    return [key, sample, payload, id].every((option) => option === undefined)
      ? null
      : '--file stands alone, without --key, --sample, --payload and --id.'
  }
  if (key === undefined) return 'name the event with --key, or a file of events with --file.'
  return (sample === undefined) === (payload === undefined) ? 'give either --sample or --payload.' : null
}

async function publishOne(options: PublishOptions): Promise<Accepted[]> {
  const { key = '', payload: file, id } = options
  const account = await findAccount(options)
  const payload = file === undefined ? makeSample(key, account.base_url, Date.now()) : await readPayload(file)
  const connection = await connect(account)
  return submit(connection.post, { triggered_by: key, payload, ...(id !== undefined && { id }) })
}

async function readPayload(file: string): Promise<unknown> {
  const text = await readInput(file)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`The payload is not JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

async function publishFile(options: PublishOptions, file: string): Promise<Accepted[]> {
  const connection = await connect(await findAccount(options))
  const accepted: Accepted[] = []
  try {
    for await (const batch of readBatches(file)) {
      accepted.push(...(await submit(connection.post, batch.events).catch(batch.blame)))
    }
  } catch (error) {
    if (accepted.length > 0) process.stderr.write(describe(accepted))
    throw error
  }
  return accepted
}

type Post = (path: string, body: unknown) => Promise<unknown>

async function submit(post: Post, events: unknown): Promise<Accepted[]> {
  return checkAnswer(Data(Type.Array(AcceptedResource)), await post('/events', events)).data
}

function describe(accepted: readonly Accepted[]): string {
  const [first] = accepted
  if (first === undefined) return 'There was no event to publish.\n'
  if (accepted.length > 1) return `Published ${accepted.length} events.\n`
  return `Published ${first.triggered_by} as event ${first.id}.\n`
}
