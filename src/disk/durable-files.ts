import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { hasCode } from '../kernel/error-code.ts'
import { isProcessAlive } from './is-process-alive.ts'

// A file system may write a new name to disk before the content of the file: after a power cut, a file that was only
// renamed may exist and be empty. So the content is synced before the rename, and the folder after it.

/** Replaces a file. After a power cut either the old or the new file exists, complete; readable by its owner only. */
export async function replaceFile(file: string, content: string): Promise<void> {
  const draft = await writeDraft(file, content)
  await rename(draft, file)
  await syncFolder(path.dirname(file))
}

/**
 * Creates a file if missing: the first of several concurrent writers wins, and all find its content. It survives a
 * power cut once this function has returned; readable by its owner only.
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

/** Removes a file if it still has the judged content, and keeps a replacement by another process. */
export async function removeIfUnchanged(file: string, judged: string): Promise<void> {
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

/** Makes a file that another process created survive a power cut. */
export async function syncFile(file: string): Promise<void> {
  await sync(file)
  await syncFolder(path.dirname(file))
}

/** Moves a file on the same disk. It survives a power cut once this function has returned. */
export async function moveFile(from: string, to: string): Promise<void> {
  await sync(from)
  await rename(from, to)
  await syncFolder(path.dirname(to))
}

/** Creates a folder and its missing parents. They survive a power cut once this function has returned. */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode })
  if (first !== undefined) await syncParents(path.resolve(folder), path.resolve(first))
}

/** Makes the names in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await sync(folder)
  } catch (error) {
    // The folder cannot be synced, for lack of permission or support by the file system.
    if (!hasCode(error, 'EACCES', 'EINVAL', 'ENOTSUP', 'EROFS')) throw error
  }
}

/** Returns a name for a draft in the same folder; it contains the id of the writing process. */
export function draftOf(file: string): string {
  return `${file}.new-${process.pid}-${randomBytes(4).toString('hex')}`
}

/** Removes the drafts that a killed process or a power cut has left in a folder. */
export async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = /\.new-(\d+)-[0-9a-f]+$/.exec(name) ?? []
    if (pid === undefined || isProcessAlive(Number(pid))) continue
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

/** Syncs up to the parent of the first created folder, because a name is on disk once its folder is synced. */
async function syncParents(folder: string, first: string): Promise<void> {
  await syncFolder(path.dirname(folder))
  if (folder !== first) await syncParents(path.dirname(folder), first)
}

async function sync(place: string): Promise<void> {
  const handle = await open(place, 'r')
  await handle.sync().finally(() => handle.close())
}
