import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { nameOfProcess, processLives } from '../../src/disk/process-lives.ts'

test('this process lives, and one that has never been does not', () => {
  expect(processLives(process.pid)).toBe(true)
  expect(processLives(2 ** 22 + 1)).toBe(false)
})

test.runIf(process.platform === 'linux')('a process that has ended and is not reaped does not live', async () => {
  // The shell becomes a program that never waits for the child that it has inherited.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [chunk] = await once(parent.stdout, 'data')
    const pid = Number(String(chunk))
    expect(processLives(pid)).toBe(true)
    await expect.poll(() => processLives(pid)).toBe(false)
    // It still has its number, which signals reach.
    expect(process.kill(pid, 0)).toBe(true)
    expect(nameOfProcess(pid)).toMatch(/^\d+ \d+$/)
  } finally {
    parent.kill()
  }
})
