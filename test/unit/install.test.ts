import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, lstat, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'

/** Fake npm that records its start and end, and takes a moment. */
const NPM = `
const { appendFileSync, mkdirSync } = require('node:fs')
appendFileSync('runs', 'began ')
mkdirSync('node_modules', { recursive: true })
setTimeout(() => appendFileSync('runs', 'ended '), 300)
`

/** Fake build of the dashboard. */
const BUILD = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { sourceHash } from '../../scripts/dashboard.mjs'
const hash = sourceHash()
appendFileSync('builds', 'began ')
if (readFileSync('dashboard/src/page.tsx', 'utf8') === 'broken') process.exit(1)
mkdirSync('dashboard/dist', { recursive: true })
setTimeout(() => {
  writeFileSync('dashboard/dist/.built', hash)
  appendFileSync('builds', 'ended ')
}, 300)
`

let folder: string
let root: string
beforeEach(async () => {
  folder = await temporaryFolder('durable')
  root = path.join(folder, 'project')
  await mkdir(path.join(root, 'scripts'), { recursive: true })
  for (const name of ['install.mjs', 'dashboard.mjs'])
    await copyFile(new URL(`../../scripts/${name}`, import.meta.url), path.join(root, 'scripts', name))
  await writeFile(path.join(root, 'package.json'), '{}')
  await writeFile(path.join(root, 'package-lock.json'), '{}')
  await writeFile(path.join(folder, 'npm.cjs'), NPM)
})
afterEach(() => rm(folder, { recursive: true }))

async function install(): Promise<number | null> {
  const env = {
    ...process.env,
    // The folder for temporary files is shared, so installing must not need it.
    TMPDIR: path.join(folder, 'nowhere'),
    npm_execpath: path.join(folder, 'npm.cjs'),
    npm_node_execpath: process.execPath,
  }
  const child = spawn(process.execPath, [path.join(root, 'scripts', 'install.mjs')], { env, stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  return code
}

const runs = () => readFile(path.join(root, 'runs'), 'utf8')

test('only one of several concurrent starts installs, and no lock is left', async () => {
  expect(await Promise.all([install(), install(), install()])).toEqual([0, 0, 0])
  expect(await runs()).toBe('began ended ')
  expect((await readdir(root)).sort()).toEqual(['node_modules', 'package-lock.json', 'package.json', 'runs', 'scripts'])
})

test.each([
  ['of a process that is gone', '999999999'],
  ['that a power cut has emptied', ''],
  ['from before the machine started', String(process.pid)],
])('a lock %s blocks no start', async (what, content) => {
  const lock = path.join(root, '.installing')
  await writeFile(lock, content)
  if (what.startsWith('from before')) await utimes(lock, 1, 1)
  expect(await install()).toBe(0)
  expect(await runs()).toBe('began ended ')
})

test('a symbolic link in place of the lock is not followed', async () => {
  const target = path.join(folder, 'precious')
  await writeFile(target, '999999999')
  await symlink(target, path.join(root, '.installing'))
  expect(await install()).toBe(0)
  expect(await readFile(target, 'utf8')).toBe('999999999')
  await expect(lstat(path.join(root, '.installing'))).rejects.toThrow('ENOENT')
})

describe('the build of the dashboard', () => {
  const builds = () => readFile(path.join(root, 'builds'), 'utf8')
  const put = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true })
    await writeFile(path.join(root, file), text)
  }
  beforeEach(async () => {
    await put('docs/openapi.json', '{}')
    await put('dashboard/package.json', '{}')
    await put('dashboard/scripts/build.ts', BUILD)
    await put('dashboard/src/page.tsx', 'one page')
  })

  test('runs once for several concurrent starts, after the packages', async () => {
    expect(await Promise.all([install(), install(), install()])).toEqual([0, 0, 0])
    expect(await install()).toBe(0)
    expect([await runs(), await builds()]).toEqual(['began ended ', 'began ended '])
  })

  test('repeats when sources or the API document change, but not for generated files or tests', async () => {
    await install()
    await put('dashboard/src/generated/operations.json', '{}')
    await put('dashboard/test/unit/page.test.ts', '')
    await install()
    expect(await builds()).toBe('began ended ')
    await put('dashboard/src/pages/home.tsx', 'another page')
    await install()
    await put('docs/openapi.json', '{"openapi":"3.1.0"}')
    await install()
    expect(await builds()).toBe('began ended '.repeat(3))
    expect(await runs()).toBe('began ended ')
  })

  test('blocks no start when it fails, and is tried again', async () => {
    await put('dashboard/src/page.tsx', 'broken')
    expect(await install()).toBe(0)
    await put('dashboard/src/page.tsx', 'mended')
    expect(await install()).toBe(0)
    expect(await builds()).toBe('began began ended ')
  })
})
