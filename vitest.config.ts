import { defineConfig } from 'vitest/config'
import { closingLine } from './test/support/closing-line.ts'

export default defineConfig({
  test: {
    reporters: ['default', closingLine()],
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          pool: 'threads',
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['test/{database,journeys}/**/*.test.ts'],
          pool: 'forks',
          globalSetup: 'test/support/global-cluster.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'pooled',
          include: ['test/pooled/**/*.test.ts', 'test/journeys/{backlog,delivery,health,replays}.test.ts'],
          pool: 'forks',
          globalSetup: 'test/support/global-cluster.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
