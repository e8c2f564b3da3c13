import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createFile, makeFolder, removeIfUnchanged } from '../../disk/durable-files.ts'
import { isProcessAlive, nameOfProcess } from '../../disk/is-process-alive.ts'
import { readDemoFile } from './demo-file.ts'

/**
 * Claims a data folder for this `tidings start`; returns a function that releases it. Throws, and changes nothing,
 * while another instance runs on the folder, because it would replace that instance's demo.json, and commands would
 * talk to the wrong instance.
 */
export async function claimFolder(folder: string): Promise<() => Promise<void>> {
  await makeFolder(folder)
  const file = path.join(folder, 'start.pid')
  const own = nameOfProcess(process.pid)
  for (;;) {
    await createFile(file, own)
    const claimed = await readFile(file, 'utf8').catch(() => '')
    if (claimed === own) return () => removeIfUnchanged(file, own)
    if (lives(claimed)) throw new Error(await describeOther(folder, claimed))
    await removeIfUnchanged(file, claimed)
  }
}

function lives(claimed: string): boolean {
  const pid = Number.parseInt(claimed, 10)
  return pid > 0 && isProcessAlive(pid) && nameOfProcess(pid) === claimed
}

async function describeOther(folder: string, claimed: string): Promise<string> {
  const demo = await readDemoFile(folder)
  const where = demo === null ? '' : ` at ${demo.base_url}`
  return (
    `Tidings is already running on ${path.resolve(folder)}${where} (process ${Number.parseInt(claimed, 10)}). ` +
    'Nothing was changed. Stop it first, or start another instance on a separate folder: TIDINGS_DATA=FOLDER PORT=0.'
  )
}
