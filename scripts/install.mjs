// Installs the packages of package-lock.json and builds the dashboard, unless both are up to date. Runs first, on any
// Node from 20 on.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, linkSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildDashboard, isOutdated } from './dashboard.mjs'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const STAMP = path.join(ROOT, 'node_modules', '.installed')
/**
 * Outside of node_modules, which `npm ci` empties. Other users cannot write here, so they cannot replace the lock with
 * a link.
 */
const LOCK = path.join(ROOT, '.installing')

const expected = hash([process.platform, process.arch, read('package-lock.json'), dependencies()].join('\n'))

if (read(STAMP) !== expected || isOutdated()) {
  await takeLock()
  try {
    const installed = read(STAMP) === expected || (await install())
    if (installed && isOutdated()) await buildDashboard()
  } finally {
    rmSync(LOCK, { force: true })
  }
}

async function install() {
  const began = Date.now()
  const progress = showProgress(began)
  const status = await npm('ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error')
  progress.end()
  if (status !== 0) {
    console.error('Could not install the packages: `npm ci` failed.')
    process.exitCode = 1
    return false
  }
  writeFileSync(STAMP, expected)
  console.error(`Installed in ${secondsSince(began)} s.`)
  return true
}

/** Runs the current npm on its own Node, because the Node in node_modules is about to be replaced. */
async function npm(...args) {
  const { npm_execpath: npmScript, npm_node_execpath: node } = process.env
  const options = { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'], env: outsideModules() }
  const child = npmScript && node ? spawn(node, [npmScript, ...args], options) : spawn('npm', args, options)
  const [status] = await once(child, 'close')
  return status
}

/** Shows the number of installed packages: one updating line on a terminal, otherwise occasional lines. */
function showProgress(began) {
  const folders = packageFolders()
  const line = () => {
    const there = folders.filter((folder) => existsSync(path.join(ROOT, folder, 'package.json'))).length
    return `Installing packages … ${there} of ${folders.length}, ${secondsSince(began)} s`
  }
  if (!process.stderr.isTTY) {
    console.error('Installing packages …')
    const timer = setInterval(() => console.error(line()), 10_000)
    return { end: () => clearInterval(timer) }
  }
  const write = () => process.stderr.write(`\r${line()}`)
  const timer = setInterval(write, 200)
  return {
    end() {
      clearInterval(timer)
      write()
      process.stderr.write('\n')
    },
  }
}

/** Folders of the lockfile's packages for this platform. */
function packageFolders() {
  const { packages = {} } = JSON.parse(read('package-lock.json'))
  const suits = (allowed, own) => allowed === undefined || allowed.includes(own)
  return Object.entries(packages)
    .filter(([folder, { os, cpu }]) => folder !== '' && suits(os, process.platform) && suits(cpu, process.arch))
    .map(([folder]) => folder)
}

function secondsSince(began) {
  return Math.round((Date.now() - began) / 1000)
}

function outsideModules() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const remaining = folders.filter((folder) => !folder.endsWith(path.join('node_modules', '.bin')))
  return { ...process.env, PATH: remaining.join(path.delimiter) }
}

/** Only one of two concurrent `npm start` installs, and the other waits. The lock of an ended process is void. */
async function takeLock() {
  const mine = `${LOCK}.${process.pid}`
  rmSync(mine, { force: true })
  // Creates a new file and never follows a link.
  writeFileSync(mine, String(process.pid), { flag: 'wx', mode: 0o600 })
  for (let waited = false; !links(mine); waited = true) {
    if (!waited) console.error('Waiting for another npm to install the packages …')
    if (isLeftOver()) rmSync(LOCK, { force: true })
    await pause(200)
  }
  rmSync(mine)
}

function links(mine) {
  try {
    linkSync(mine, LOCK)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** True if the process of the lock has ended. After a reboot, the id may belong to another process or be missing. */
function isLeftOver() {
  const found = lstatSync(LOCK, { throwIfNoEntry: false })
  if (found === undefined) return false
  return found.mtimeMs < Date.now() - uptime() * 1000 || !lives(Number(read(LOCK)))
}

function lives(pid) {
  if (!(pid > 0)) return false

  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function dependencies() {
  const { dependencies, devDependencies, optionalDependencies, overrides } = JSON.parse(read('package.json'))
  return JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides])
}

function read(file) {
  try {
    return readFileSync(path.resolve(ROOT, file), 'utf8')
  } catch {
    return ''
  }
}

function hash(text) {
  return createHash('sha256').update(text).digest('hex')
}
