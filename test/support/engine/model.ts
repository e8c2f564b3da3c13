import { setTimeout as wait } from 'node:timers/promises'
import { query } from '../../../src/db/database.ts'
import { retryJob } from '../../../src/deliveries/api/retry.ts'
import { sweepDead } from '../../../src/deliveries/jobs/membership.ts'
import type { Owner } from '../../../src/kernel/owner.ts'
import type { TestDatabase } from '../database/cluster.ts'
import { openReceiver, type Receiver } from '../servers/receiver.ts'
import { openWire, type Wire } from '../servers/wire.ts'
import { type Answer, type Command, INTEGRATIONS, type Manner } from './commands.ts'
import type { History, Toggle } from './laws.ts'
import { newOwner, openProcess, type Process } from './process.ts'

/** API and deliveries in each of two processes, or one publishing and two delivering processes. */
export type Deployment = 'together' | 'apart'

/** Text that identifies a statement on the wire. */
const STATEMENTS = {
  append: 'new_events as',
  claim: 'with live as',
  settle: 'with new_logs',
} as const satisfies Record<Answer, string>

const KEYS = ['order.paid', 'order.updated'] as const
const SLOW_MS = 900

/** A process whose network to the database can fail. */
type Member = { kind: Kind; process: Process; wire: Wire; cut_off: boolean; stutters: boolean }
type Kind = 'both' | 'api' | 'work'

export class World {
  readonly history: History = { integrations: [], published: [], retried: new Set(), twice: new Set(), arrived: [] }
  readonly #database: TestDatabase
  readonly #receiver: Receiver
  readonly #owner: Owner
  /** A process on a reliable network that changes integrations, but neither publishes nor delivers. */
  readonly #office: Process
  readonly #members: Member[]
  readonly #manners = new Map<string, Manner>()
  readonly #held: { integration_id: string; answer: () => void }[] = []
  readonly #pending: Promise<unknown>[] = []
  #stopping: Promise<unknown> | null = null

  static async open(database: TestDatabase, deployment: Deployment): Promise<World> {
    const office = await openProcess(database, { parts: [] })
    const kinds = deployment === 'together' ? (['both', 'both'] as const) : (['work', 'work', 'api'] as const)
    const members = await Promise.all(kinds.map((kind) => openMember(database, kind)))
    const world = new World(database, await openReceiver(), await newOwner(office), office, members)
    for (const key of KEYS.slice(0, INTEGRATIONS)) {
      const { id } = await office.create(world.#owner, world.#receiver.url, [key])
      world.history.integrations.push({ id, toggles: [] })
    }
    return world
  }

  private constructor(database: TestDatabase, receiver: Receiver, owner: Owner, office: Process, members: Member[]) {
    this.#database = database
    this.#receiver = receiver
    this.#owner = owner
    this.#office = office
    this.#members = members
    this.history.arrived = receiver.received
    receiver.answer = (response, { body }) => {
      const { id } = body.integration as { id: string }
      const answer = () => {
        const manner = this.#manners.get(id) ?? 'slow'
        response.statusCode = manner === 'failing' ? 500 : 200
        if (manner === 'holding') this.#held.push({ integration_id: id, answer })
        else if (manner === 'slow') setTimeout(() => response.end(), SLOW_MS)
        else response.end()
      }
      answer()
    }
    for (const member of members) this.#letStutter(member)
  }

  async run(command: Command): Promise<void> {
    switch (command.do) {
      case 'publish':
        return this.#publish(command)
      case 'answer':
        return this.#answer(this.#integration(command.to).id, command.manner)
      case 'blink':
        await this.#toggle('disable', command.to)
        return this.#toggle('enable', command.to)
      case 'disable':
      case 'enable':
      case 'delete':
        return this.#toggle(command.do, command.to)
      case 'cut off or mend':
        return cutOffOrMend(this.#member(command.at))
      case 'lose an answer':
        return this.#loseAnswer(this.#member(command.at), STATEMENTS[command.of])
      case 'hand over twice':
        this.#member(command.at).stutters = true
        return
      case 'lose a worker':
        return this.#loseWorker(command.nth)
      case 'let leases run out':
        return this.#letLeasesRunOut()
      case 'retry':
        return this.#retry(command.nth)
      case 'wait':
        return wait(command.ms)
    }
  }

  /** Makes every endpoint healthy and awaits pending operations; processes that are cut off stay cut off. */
  async calm(): Promise<void> {
    for (const { id } of this.history.integrations) this.#answer(id, 'healthy')
    await Promise.all(this.#pending)
    if (this.#members.every(({ kind, cut_off }) => cut_off || kind === 'api')) {
      this.#members.push(await openMember(this.#database, 'work'))
    }
  }

  /** Declares workers without a recent heartbeat dead at once, which saves waiting for the timeout. */
  async buryDead(): Promise<void> {
    await query(
      this.#database.db,
      `update workers set heartbeat_at = now() - interval '1 hour' where heartbeat_at < now() - interval '1.8 s'`,
      [],
    )
  }

  /** Reconnects all processes, so that they report pending outcomes; then stops all. */
  async stop(): Promise<void> {
    for (const { wire } of this.#members) wire.mend()
    this.#stopping ??= Promise.all(this.#members.map(({ process }) => process.close()))
    await this.#stopping
  }

  async close(): Promise<void> {
    await this.stop()
    await this.#office.close()
    await Promise.all(this.#members.map(({ wire }) => wire.close()))
    await this.#receiver.close()
  }

  #member(index: number): Member {
    return this.#members[index % this.#members.length] as Member
  }

  #integration(index: number) {
    return this.history.integrations[index % INTEGRATIONS] as History['integrations'][number]
  }

  async #publish({ at, to, count, wait }: Extract<Command, { do: 'publish' }>): Promise<void> {
    const publishers = this.#members.filter(({ kind }) => kind !== 'work')
    const { process } = publishers[at % publishers.length] as Member
    const integration = this.#integration(to)
    const from = Date.now()
    const keys = Array<string>(count).fill(KEYS[to % INTEGRATIONS] as string)
    const publishing = process.publish(this.#owner, ...keys).then(
      (event_ids) =>
        void this.history.published.push({ integration_id: integration.id, event_ids, from, until: Date.now() }),
      // The publication was rejected, so no delivery is promised.
      () => {},
    )
    this.#pending.push(publishing)
    if (wait === 'for it') await publishing
  }

  #answer(integration_id: string, manner: Manner): void {
    this.#manners.set(integration_id, manner)
    for (const held of this.#held.splice(0)) {
      if (held.integration_id === integration_id) held.answer()
      else this.#held.push(held)
    }
  }

  async #toggle(what: Toggle['what'], index: number): Promise<void> {
    const integration = this.#integration(index)
    if (integration.toggles.some((toggle) => toggle.what === 'delete')) return
    const from = Date.now()
    if (what === 'delete') await this.#office.remove(this.#owner, integration.id)
    else await this.#office.update(this.#owner, integration.id, { enabled: what === 'enable' })
    integration.toggles.push({ what, from, until: Date.now() })
  }

  /** The database executes the statement, but the process gets no response. */
  #loseAnswer({ wire }: Member, statement: string): void {
    const { reached, letGo } = wire.hold(statement)
    void reached.then(() => {
      wire.cut()
      wire.mend()
      letGo()
    })
  }

  #letStutter(member: Member): void {
    const { jobSink } = member.process.app.outbox
    const dispatch = jobSink.dispatch.bind(jobSink)
    jobSink.dispatch = (jobs) => {
      dispatch(jobs)
      if (!member.stutters || jobs.length === 0) return
      member.stutters = false
      for (const { id } of jobs) this.history.twice.add(id)
      dispatch(jobs)
    }
  }

  async #letLeasesRunOut(): Promise<void> {
    await query(this.#database.db, `update jobs set lease_until = now() where status = 'delivering'`, [])
    this.#wakeAll()
  }

  /** Workers would poll within a second anyway. */
  #wakeAll(): void {
    this.#office.app.outbox.jobSink.wake(this.history.integrations.map(({ id }) => id))
  }

  async #loseWorker(nth: number): Promise<void> {
    const { db } = this.#database
    const age = `update workers set heartbeat_at = now() - interval '1 hour'
                  where id = (select id from workers order by id offset $1 limit 1)`
    await query(db, age, [nth])
    await sweepDead(db)
    this.#wakeAll()
  }

  async #retry(nth: number): Promise<void> {
    const { app } = this.#office
    const jobs = await query<{ id: string; integration_id: string }>(
      this.#database.db,
      'select id, integration_id from jobs order by id',
      [],
    )
    const job = jobs[nth % jobs.length]
    if (job === undefined) return
    this.history.retried.add(job.id)
    const deps = { db: app.foundation.db, clock: app.foundation.clock, jobSink: app.outbox.jobSink }
    const reference = { integration_id: job.integration_id, job_id: job.id }
    // Fails if the job is in delivery, or its integration is disabled or deleted.
    await retryJob(deps, this.#owner, reference).catch(() => {})
  }
}

async function openMember(database: TestDatabase, kind: Kind): Promise<Member> {
  const wire = await openWire(database.url)
  const process = await openProcess(
    { ...database, url: wire.url, direct_url: wire.url },
    // Longer than any run, so that no job fails permanently.
    { parts: kind === 'api' ? [] : ['deliveries'], env: { TIDINGS_RETRY_SCHEDULE: Array(30).fill('1').join() } },
  )
  return { kind, process, wire, cut_off: false, stutters: false }
}

function cutOffOrMend(member: Member): void {
  if (!member.cut_off) member.wire.cut()
  else member.wire.mend()
  member.cut_off = !member.cut_off
}
