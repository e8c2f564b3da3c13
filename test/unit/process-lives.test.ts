import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { isProcessAlive, nameOfProcess } from '../../src/disk/is-process-alive.ts'

test('this process lives, and one that never existed does not', () => {
  expect(isProcessAlive(process.pid)).toBe(true)
  expect(isProcessAlive(2 ** 22 + 1)).toBe(false)
})

test.runIf(process.platform === 'linux')('a zombie process does not live', async () => {
  // The shell becomes a program that never waits for its inherited child, which so stays a zombie.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [chunk] = await once(parent.stdout, 'data')
    const pid = Number(String(chunk))
    expect(isProcessAlive(pid)).toBe(true)
    await expect.poll(() => isProcessAlive(pid)).toBe(false)
    // The zombie still has its pid, and signals to it succeed.
    expect(process.kill(pid, 0)).toBe(true)
    expect(nameOfProcess(pid)).toMatch(/^\d+ \d+$/)
  } finally {
    parent.kill()
  }
})
