import { runTool } from './commands/run-tool.ts'

await runTool(process.argv)
