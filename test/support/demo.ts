import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { DemoFile } from '../../src/app/demo/demo-file.ts'
import { type Connection, connect } from '../../src/client/connection.ts'
import { type RunningTool, startTool } from './tool.ts'

export type StartedDemo = { tool: RunningTool; demo: DemoFile; greeting: string }

/** Starts `tidings start` on a data folder and waits for its greeting. */
export async function startDemo(folder: string, env: Readonly<Record<string, string>> = {}): Promise<StartedDemo> {
  const tool = startTool(['start'], { TIDINGS_DATA: folder, PORT: '0', ...env })
  const [greeting] = await tool.prints(/(?:.*\n)*Deliveries to the receiver:\n/)
  return { tool, greeting, demo: await readDemo(folder) }
}

export async function readDemo(folder: string): Promise<DemoFile> {
  return JSON.parse(await readFile(path.join(folder, 'demo.json'), 'utf8'))
}

/** Connects to the demo's API as the seller of its store. */
export function connectTo(demo: DemoFile): Promise<Connection> {
  return connect({ ...demo, store_id: undefined })
}
