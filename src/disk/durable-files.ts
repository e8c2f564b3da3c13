import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { hasCode } from '../kernel/error-code.ts'
import { processLives } from './process-lives.ts'

// A file system may write a new name down before what the name stands for: after a power cut a file that was only renamed
// into place is there and empty. So the content is synced before it gets its name, and the folder after.

/** Puts a file in place of the one that may be there. A power cut leaves the old one or the new one, whole; readable by its owner only. */
export async function replaceFile(file: string, content: string): Promise<void> {
  const draft = await writeDraft(file, content)
  await rename(draft, file)
  await syncFolder(path.dirname(file))
}

/**
 * Makes a file unless there is one: of several writers at once the first wins, and all find its content. It survives a
 * power cut once this has returned; readable by its owner only.
 */
export async function createFile(file: string, content: string): Promise<void> {
  const draft = await writeDraft(file, content)
  try {
    await link(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
  await syncFolder(path.dirname(file))
}

/**
 * Removes a file that still has the content it was judged by. What another process has put in its place meanwhile stays.
 */
export async function removeJudged(file: string, judged: string): Promise<void> {
  const aside = draftOf(file)
  try {
    await rename(file, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  if ((await readFile(aside, 'utf8')) !== judged) await link(aside, file).catch(() => {})
  await rm(aside)
}

/** Makes sure that a file that another process has put in place survives a power cut. */
export async function settleFile(file: string): Promise<void> {
  await sync(file)
  await syncFolder(path.dirname(file))
}

/** Moves a file to its place on the same disk. It survives a power cut there once this has returned. */
export async function moveFile(from: string, to: string): Promise<void> {
  await sync(from)
  await rename(from, to)
  await syncFolder(path.dirname(to))
}

/** Makes a folder with those above it that are missing. They survive a power cut once this has returned. */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode })
  if (first !== undefined) await syncParents(path.resolve(folder), path.resolve(first))
}

/** The names in a folder survive a power cut once this has returned. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await sync(folder)
  } catch (error) {
    // No right to list it, or a file system that does not sync folders: nothing more can be done.
    if (!hasCode(error, 'EACCES', 'EINVAL', 'ENOTSUP', 'EROFS')) throw error
  }
}

/**
 * The name of a draft in the same folder that is to replace a file; it contains the id of the process that writes it.
 */
export function draftOf(file: string): string {
  return `${file}.new-${process.pid}-${randomBytes(4).toString('hex')}`
}

/** Removes the drafts that a killed process or a power cut has left in a folder. */
export async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = /\.new-(\d+)-[0-9a-f]+$/.exec(name) ?? []
    if (pid === undefined || processLives(Number(pid))) continue
    await rm(path.join(folder, name), { recursive: true, force: true })
  }
}

async function writeDraft(file: string, content: string): Promise<string> {
  const draft = draftOf(file)
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return draft
}

/** Up to the folder that holds the first one made: a name is on the disk once its folder is. */
async function syncParents(folder: string, first: string): Promise<void> {
  await syncFolder(path.dirname(folder))
  if (folder !== first) await syncParents(path.dirname(folder), first)
}

async function sync(place: string): Promise<void> {
  const handle = await open(place, 'r')
  await handle.sync().finally(() => handle.close())
}
