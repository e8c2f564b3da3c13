import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** A database machine of the guide's files, and its ports on loopback. */
export type Place = { name: string; folder: string; ports: Record<'client' | 'peer' | 'api' | 'postgres', number> }

/** Reaction times of Patroni in seconds; the defaults are those of the file. */
export type Pace = { ttl: number; loop_wait: number; retry_timeout: number }

const FOLDER = fileURLToPath(new URL('../../../../examples/high-availability/', import.meta.url))
const MACHINES = ['10.0.0.11', '10.0.0.12', '10.0.0.13']
const PORTS = { client: 2379, peer: 2380, api: 8008, postgres: 5432 }

export function etcdEnvironment(places: readonly Place[], place: Place): Record<string, string> {
  const text = exchange(ofNode(onLoopback(read('etcd.env'), places), places, place), {
    '/var/lib/etcd/tidings': path.join(place.folder, 'etcd'),
  })
  const settings = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    settings.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

export function patroniConfiguration(
  places: readonly Place[],
  place: Place,
  secrets: Record<string, string>,
  pace: Pace | null,
): string {
  const text = ofNode(onLoopback(read('patroni.yml'), places), places, place)
  const timed = pace === null ? text : exchange(text, paced(text, pace))
  return exchange(timed, {
    ...secrets,
    '10.0.0.0/24': '127.0.0.1/32',
    '/var/lib/postgresql/15/tidings': path.join(place.folder, 'postgres'),
    // Puts shared memory segments into the folder, so that they are removed with it.
    '/var/run/postgresql': `${place.folder}\n    dynamic_shared_memory_type: mmap`,
  })
}

/** Configuration of HAProxy, which switches users only when started as root. */
export function proxyConfiguration(places: readonly Place[], ports: { primary: number; standbys: number }): string {
  const privileged = { '    user haproxy\n    group haproxy\n': '' }
  const text = exchange(read('haproxy.cfg'), process.getuid?.() === 0 ? {} : privileged)
  const checked = places.reduce(
    (config, { ports }, at) =>
      exchange(config, { [`${MACHINES[at]}:5432 check port 8008`]: `${MACHINES[at]}:5432 check port ${ports.api}` }),
    exchange(text, {
      'bind 127.0.0.1:5432': `bind 127.0.0.1:${ports.primary}`,
      'bind 127.0.0.1:5433': `bind 127.0.0.1:${ports.standbys}`,
    }),
  )
  return onLoopback(checked, places)
}

export function databaseStatements(secrets: Record<string, string>): string[] {
  const text = exchange(read('database.sql'), secrets)
  return text.split(/;\n/).filter((statement) => statement.trim() !== '')
}

function read(name: string): string {
  return readFileSync(path.join(FOLDER, name), 'utf8')
}

/** Sections from `This node` to an empty line apply to the first machine. */
function ofNode(text: string, places: readonly Place[], place: Place): string {
  const [first] = places
  if (first === undefined) return text
  const sections = /# This node[\s\S]*?\n(?=\n)/g
  if (!sections.test(text)) throw new Error('Found no section of a single node.')
  const own = (kind: keyof Place['ports']): [string, string] => [address(first, kind), address(place, kind)]
  return text.replaceAll(sections, (section) =>
    [[first.name, place.name], own('client'), own('peer'), own('api'), own('postgres')].reduce(
      (result, [from = '', to = '']) => result.replaceAll(from, to),
      section,
    ),
  )
}

function onLoopback(text: string, places: readonly Place[]): string {
  const kinds = Object.keys(PORTS) as (keyof typeof PORTS)[]
  return places.reduce(
    (result, place, at) =>
      kinds.reduce((each, kind) => each.replaceAll(`${MACHINES[at]}:${PORTS[kind]}`, address(place, kind)), result),
    text,
  )
}

function address({ ports }: Place, kind: keyof Place['ports']): string {
  return `127.0.0.1:${ports[kind]}`
}

function paced(text: string, pace: Pace): Record<string, string> {
  const lines = Object.entries(pace).map(([name, seconds]) => {
    const line = new RegExp(`\\n    ${name}: \\d+\\n`).exec(text)?.[0] ?? `${name}: `
    return [line, `\n    ${name}: ${seconds}\n`]
  })
  return Object.fromEntries(lines)
}

/** Throws if a text to replace is missing, so that tests always run the actual files. */
function exchange(text: string, replaced: Record<string, string>): string {
  return Object.entries(replaced).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`No \`${from}\` in the files of examples/high-availability.`)
    return result.replaceAll(from, to)
  }, text)
}
