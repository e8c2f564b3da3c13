import type { Command } from 'commander'
import { type Static, Type } from 'typebox'
import { findAccount } from '../client/account.ts'
import { connect } from '../client/connection.ts'
import { parseResponse } from '../client/list.ts'
import { type ApiOptions, addApiOptions } from '../client/on-api.ts'
import { readBatches } from '../client/publish/batches.ts'
import { readSample } from '../client/publish/sample.ts'
import { AcceptedResource } from '../events/resource.ts'
import { Data } from '../http/envelope.ts'
import { messageOf } from '../tool/failure.ts'
import { print } from '../tool/output.ts'
import { readInput } from '../tool/read-input.ts'
import { writeErr } from '../tool/terminal.ts'

export function addPublish(program: Command): void {
  const publish = program
    .command('publish')
    .description('Publish events to a running API, as an external producer does.')
    .option('--key <key>', 'event key, for example order.paid')
    .option('--sample', 'use the sample payload of that key')
    .option('--payload <file>', "read the payload from this JSON file; '-' reads standard input")
    .option('--id <id>', 'your id of the event: publishing it again returns the first result')
    .option(
      '--file <file>',
      "read events from this file, one JSON object per line: {triggered_by, payload, id?}; '-' reads standard input",
    )
  addApiOptions(publish).addHelpText('after', MORE).action(run)
}

const MORE = `
A file is published in batches of 1,000 events; each batch is stored completely or not at all. If every event has an
id, you can publish the file again after a failure without duplicates.

Examples:
  tidings publish --key order.paid --sample
  echo '{"data":{"type":"customer","id":"42"}}' | tidings publish --key customer.updated --payload -
  tidings publish --file events.jsonl`

type PublishOptions = ApiOptions & {
  key?: string
  sample?: true
  payload?: string
  id?: string
  file?: string
}

type Accepted = Static<typeof AcceptedResource>

async function run(options: PublishOptions, command: Command): Promise<void> {
  const problem = optionProblem(options)
  if (problem !== null) command.error(`error: ${problem}`)
  const accepted = options.file === undefined ? await publishOne(options) : await publishFile(options, options.file)
  await print(accepted, options, () => describe(accepted))
}

function optionProblem({ key, sample, payload, id, file }: PublishOptions): string | null {
  if (file !== undefined) {
    return [key, sample, payload, id].every((option) => option === undefined)
      ? null
      : 'Use --file without --key, --sample, --payload and --id.'
  }
  if (key === undefined) return 'Use --key for one event, or --file for a file of events.'
  return (sample === undefined) === (payload === undefined) ? 'Use either --sample or --payload.' : null
}

async function publishOne(options: PublishOptions): Promise<Accepted[]> {
  const { key = '', payload: file, id } = options
  const account = await findAccount(options)
  const readGiven = file === undefined ? null : await readPayload(file)
  const connection = await connect(account)
  const payload = file === undefined ? await readSample(connection, account, key, Date.now()) : readGiven
  return submit(connection.post, { triggered_by: key, payload, ...(id !== undefined && { id }) })
}

async function readPayload(file: string): Promise<unknown> {
  const text = await readInput(file)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`The payload is invalid JSON: ${messageOf(error)}.`)
  }
}

async function publishFile(options: PublishOptions, file: string): Promise<Accepted[]> {
  const connection = await connect(await findAccount(options))
  const accepted: Accepted[] = []
  try {
    for await (const batch of readBatches(file)) {
      accepted.push(...(await submit(connection.post, batch.events).catch(batch.throwWithLines)))
    }
  } catch (error) {
    if (accepted.length > 0) writeErr(describe(accepted))
    throw error
  }
  return accepted
}

type Post = (path: string, body: unknown) => Promise<unknown>

async function submit(post: Post, events: unknown): Promise<Accepted[]> {
  return parseResponse(Data(Type.Array(AcceptedResource)), await post('/events', events)).data
}

function describe(accepted: readonly Accepted[]): string {
  const [first] = accepted
  if (first === undefined) return 'The file holds no events.\n'
  if (accepted.length > 1) return `Published ${accepted.length} events.\n`
  return `Published ${first.triggered_by} as event ${first.id}.\n`
}
