import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import type { Page } from 'playwright-core'
import type { InPage } from './in-page.ts'

const SOURCE = readFileSync(path.join(import.meta.dirname, 'in-page.ts'), 'utf8')
const AXE = readFileSync(path.resolve(import.meta.dirname, '../../../../node_modules/axe-core/axe.min.js'), 'utf8')
const SCRIPT = `(() => { 'use strict'; ${stripTypeScriptTypes(SOURCE).replaceAll(/^export /gm, '')} })()`

/** Adds the functions of `in-page.ts` to every document of the page. */
export function prepare(page: Page): Promise<unknown> {
  return page.addInitScript({ content: SCRIPT })
}

/** Functions that need axe, which most documents do not load. */
const WITH_AXE: readonly (keyof InPage)[] = ['walk', 'look']

export async function inPage<N extends keyof InPage>(
  page: Page,
  name: N,
  ...parts: Parameters<InPage[N]>
): Promise<Awaited<ReturnType<InPage[N]>>> {
  if (WITH_AXE.includes(name) && !(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  return page.evaluate(
    ([called, given]) =>
      (window as unknown as { everyScreen: Record<string, (...all: unknown[]) => unknown> }).everyScreen[called]?.(
        ...given,
      ),
    [name, parts] as [string, unknown[]],
  ) as Promise<Awaited<ReturnType<InPage[N]>>>
}
