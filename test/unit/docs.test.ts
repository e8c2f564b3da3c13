import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { keyLimit } from '../../src/access/sql/keys.ts'
import { storeLimit } from '../../src/access/sql/stores.ts'
import { alerts } from '../../src/alerts/alert.ts'
import { makeProgram } from '../../src/commands/program.ts'
import { settingNames } from '../../src/config.ts'
import { jobList } from '../../src/deliveries/api/job.ts'
import { logList } from '../../src/deliveries/api/log.ts'
import { jobRunLimit } from '../../src/deliveries/job-runs/store.ts'
import { replayLimit } from '../../src/deliveries/replays/store.ts'
import { eventList } from '../../src/events/resource.ts'
import { integrationList } from '../../src/integrations/list.ts'
import { integrationLimit } from '../../src/integrations/store.ts'
import { ownTypeLimit } from '../../src/own-types/store.ts'
import { passkeyLimit } from '../../src/people/sql/passkeys.ts'
import { exportLimit } from '../../src/store/exports/sql/limit.ts'
import { limitOf } from '../../src/store/kit/limit.ts'
import { resources } from '../../src/store/resources.ts'
import { RECIPES, readPatch, readRecipes } from '../support/recipes.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const exists = (file: string) => existsSync(path.join(ROOT, file))

const DOCUMENTS = [
  ...markdownIn('.'),
  ...markdownIn('bench'),
  ...markdownIn('docs'),
  ...markdownIn('docs/guides'),
  ...markdownIn('docs/guides/receive'),
  ...markdownIn('docs/decisions'),
  ...markdownIn('docs/specification'),
  ...markdownIn(RECIPES),
  ...['typescript', 'python', 'go'].flatMap((language) => markdownIn(`clients/${language}`)),
]
const SETTINGS = new Set(settingNames)
/** Files that exist only after a recipe's example is applied. */
const IN_EXAMPLES = new Set(readRecipes().flatMap(({ patch }) => readPatch(patch).created))

function markdownIn(folder: string): string[] {
  const names = readdirSync(path.join(ROOT, folder)).filter((name) => name.endsWith('.md'))
  return names.map((name) => path.join(folder, name))
}

/** Matches of the pattern's first group. */
function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, first = '']) => first)
}

describe.each(DOCUMENTS)('%s', (file) => {
  const text = read(file)
  const prose = text.replaceAll(/^```.*?^```/gms, '')

  test('links only to files and headings that exist', () => {
    const links = found(prose, /\]\(((?!\w+:)[^)\s]+)\)/g)
    expect(links.filter((link) => !leads(file, link))).toEqual([])
  })

  test('names only npm scripts, commands and settings that exist', () => {
    const scripts = found(text, /npm (?:run )?((?<=run )[\w:-]+|start|test)\b/g)
    expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([])
    const commands = found(text, /(?:`|^|run )tidings (?:-- )?((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)?)/gm)
    expect(commands.filter((command) => !isCommand(command))).toEqual([])
    const settings = found(text, /\b((?:TIDINGS|DATABASE)_[A-Z_]+)\b/g)
    expect(settings.filter((setting) => !SETTINGS.has(setting))).toEqual([])
  })

  test('names only files, functions and constants that exist', () => {
    const files = found(prose, /`((?:src|test|docs|bench|scripts|examples|migrations|bin)\/[\w./-]*\w)`/g)
    expect(files.filter((name) => !exists(name) && !IN_EXAMPLES.has(name))).toEqual([])
    const named = [...prose.replaceAll('\n', ' ').matchAll(/`(\w+)`(?: in| of)? \(?`(src\/[\w./-]+\.ts)`/g)]
    expect(named.filter(([, name = '', place = '']) => !holds(read(place), name)).map(([it]) => it)).toEqual([])
  })
})

function leads(from: string, link: string): boolean {
  const [place = '', heading] = link.split('#')
  const file = place === '' ? from : path.join(path.dirname(from), place)
  if (!exists(file)) return false
  return heading === undefined || found(read(file), /^#+ (.+)$/gm).some((title) => anchorOf(title) === heading)
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')
}

const PROGRAM = await makeProgram()

/** Commands such as `tidings keys create`, and also `tidings serve` followed by an ordinary word. */
function isCommand(text: string): boolean {
  const [first = '', second = ''] = text.split(' ')
  const command = childOf(PROGRAM, first)
  if (command === undefined) return false
  return command.commands.length === 0 || second === '' || childOf(command, second) !== undefined
}

function childOf(command: Command, name: string): Command | undefined {
  return command.commands.find((child) => child.name() === name)
}

function holds(text: string, word: string): boolean {
  return new RegExp(`\\b${word}\\b`).test(text)
}

test('every example in a document matches its file', () => {
  const marked = DOCUMENTS.flatMap((file) => [...read(file).matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)])
  expect(marked.length).toBeGreaterThan(3)
  for (const [, file = '', text] of marked) expect(text, file).toBe(read(file))
})

test('ARCHITECTURE.md and README.md are short', () => {
  expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(251)
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(151)
})

test('every boundary rule is in ARCHITECTURE.md', () => {
  const files = ['dependency-cruiser.config.ts', 'scripts/dashboard-boundaries.ts']
  const rules = files.flatMap((file) => found(read(file), /^ +name: '([\w-]+)'/gm))
  expect(rules.length).toBeGreaterThan(10)
  expect(rules.filter((rule) => !read('ARCHITECTURE.md').includes(`\`${rule}\``))).toEqual([])
})

test('every dependency has a documented reason, and every reason a dependency', () => {
  const { dependencies, optionalDependencies, devDependencies } = manifest
  const ofDashboard = JSON.parse(read('dashboard/package.json')).devDependencies
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies, ...ofDashboard })
  const rows = found(read('docs/decisions/dependencies.md'), /^\| (`.+?) \|/gm)
  expect(rows.flatMap((row) => found(row, /`([^`]+)`/g)).sort()).toEqual(names.sort())
})

test('guides show the files that they name unchanged', () => {
  const shown = DOCUMENTS.flatMap((file) => [...read(file).matchAll(/^```\w+ (\S+\/\S+)\n(.*?)^```$/gms)])
  expect(shown.length).toBeGreaterThan(10)
  for (const [, file = '', text] of shown) expect(text, file).toBe(read(file))
})

test('every row of the security guide names an existing mechanism and test', () => {
  const rows = [
    ...read('docs/guides/security.md').matchAll(/^\| (?!What is guarded|---)([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm),
  ]
  expect(rows.length).toBeGreaterThan(30)
  const named = (text: string) => found(text, /`((?:src|scripts|migrations|test)\/[\w./-]+)`/g)
  const lacking = rows.filter(([, , mechanism = '', tests = '']) => {
    const testFiles = named(tests).filter((file) => file.endsWith('.test.ts'))
    return testFiles.length === 0 || ![...testFiles, ...named(mechanism)].every(exists)
  })
  expect(lacking.map(([, what]) => what)).toEqual([])
})

test('the operations guide lists every limit per owner', () => {
  const ofResources = [...resources, alerts].flatMap((resource) => limitOf(resource) ?? [])
  const others = [
    exportLimit,
    integrationLimit,
    jobRunLimit,
    keyLimit,
    ownTypeLimit,
    passkeyLimit,
    replayLimit,
    storeLimit,
  ]
  const [, section = ''] = /^## How many of each$(.*?)^## /ms.exec(read('docs/guides/operating.md')) ?? []
  const rows = [...section.matchAll(/^\| (An? .+) \| (.+) \| (.+) \|$/gm)].map(([, ...cells]) => cells.join(' | '))
  const limits = [...ofResources, ...others].map(({ holder, max, things }) => [
    holder,
    max.toLocaleString('en-US'),
    things,
  ])
  expect(rows.toSorted()).toEqual(limits.map((cells) => cells.join(' | ')).toSorted())
})

test('the guide to lists names every field and default order', () => {
  const guide = read('docs/guides/lists.md')
  for (const list of [integrationList, jobList, logList, eventList]) {
    const names = [...Object.keys(list.fields), list.default_sort]
    expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
  }
})
