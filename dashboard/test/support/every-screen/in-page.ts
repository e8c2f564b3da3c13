// This script runs before the page's own scripts (see `screen-page.ts`), so it imports nothing.

/** Functions that the tests of every screen call in the page. */
export type InPage = {
  /** Opens an address like a link, and waits until it is loaded. */
  go(address: string): Promise<string>
  settle(): Promise<void>
  /** Describes the visible position in the dashboard. */
  seen(): Seen
  /** Lists elements that overflow the window or are cut off. */
  tooWide(): string[]
  /** Activates new controls in the content of the page or in the frame around it. */
  walk(where: 'page' | 'frame'): Promise<Walked>
  /** Lists axe's findings in the content, or in the topmost dialog. */
  look(): Promise<string[]>
}

export type Seen = {
  heading: string
  title: string
  tabs: string[]
  dialogs: string[]
  /** The current entry of the navigation, and the current breadcrumbs and links. */
  area: string[]
  current: string[]
  tables: string[]
}

type Walked = { pressed: string[]; faults: string[] }

type Router = { state: { status: string; isLoading: boolean; location: { pathname: string } } }

type Fiber = {
  return: Fiber | null
  child: Fiber | null
  sibling: Fiber | null
  type: unknown
  memoizedProps: Record<string, unknown> | null
}

const TICK_MS = 12
const TIMEOUT_MS = 60_000
/** Number of ticks after which a control without an effect is dead. */
const EFFECT_TICKS = 120

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/* Activity of the page besides its document. */
const calls = { inFlight: 0, effects: 0, mutations: 0 }

/** POST requests that only read. */
const READS = /\/(preview|dry-run|explain|refresh|multiple|search)$/

/** Rejects all changes like a server error, so that the data stays the same. */
const fetchNow = window.fetch.bind(window)
window.fetch = async (...parts) => {
  const request = new Request(...parts)
  const { pathname } = new URL(request.url)
  calls.effects += 1
  if (request.method !== 'GET' && !READS.test(pathname)) return refusal()
  if (request.headers.get('accept')?.includes('event-stream')) return fetchNow(request)
  calls.inFlight += 1
  try {
    const response = await fetchNow(request)
    await response.clone().arrayBuffer()
    return response
  } finally {
    calls.inFlight -= 1
  }
}

function refusal(): Response {
  const errors = [{ status: '409', code: 'conflict', title: 'Conflict', detail: 'Nothing is changed here.' }]
  return new Response(JSON.stringify({ errors }), { status: 409, headers: { 'content-type': 'application/json' } })
}

const countEffect = () => {
  calls.effects += 1
}
window.open = () => {
  countEffect()
  return null
}
HTMLAnchorElement.prototype.click = countEffect
const clickInput = HTMLInputElement.prototype.click
HTMLInputElement.prototype.click = function click() {
  if (this.type === 'file') countEffect()
  else clickInput.call(this)
}
document.addEventListener('scroll', countEffect, { capture: true })
Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => countEffect() } })

const isClock = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest('time') !== null
new MutationObserver((records) => {
  const real = records.filter(({ target, type, attributeName }) => {
    if (
      type === 'attributes' &&
      !/^(aria-|open$|hidden$|data-(checked|active|expanded|selected))/.test(attributeName ?? '')
    )
      return false
    return !isClock(target)
  })
  calls.mutations += real.length
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })

/* Router of the page, which knows if navigation is in progress. */
let router: Router | undefined

function findRouter(): Router | undefined {
  const root = document.getElementById('root')
  const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer$'))
  const left: (Fiber | null)[] = [(root as unknown as Record<string, Fiber>)?.[key ?? ''] ?? null]
  for (let fiber = left.pop(); fiber !== undefined; fiber = left.pop()) {
    if (fiber === null) continue
    const found = fiber.memoizedProps?.router as Router | undefined
    if (found?.state !== undefined) return found
    left.push(fiber.sibling, fiber.child)
  }
  return undefined
}

function isMoving(): boolean {
  router ??= findRouter()
  if (router === undefined || router.state.isLoading || router.state.status !== 'idle' || calls.inFlight > 0)
    return true
  if (document.querySelector('h1, [role="dialog"]') === null) return true
  return document.querySelector('[aria-busy="true"]') !== null
}

async function settle(): Promise<void> {
  const end = Date.now() + TIMEOUT_MS
  let quiet = 0
  let before = calls.mutations
  while (quiet < 3 && Date.now() < end) {
    await pause(TICK_MS)
    quiet = isMoving() || calls.mutations !== before ? 0 : quiet + 1
    before = calls.mutations
  }
}

async function go(address: string): Promise<string> {
  history.pushState({}, '', address)
  await settle()
  return location.pathname + location.search
}

const isVisible = (element: Element) =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) && element.getClientRects().length > 0

const textOf = (element: Element | null) => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

const visible = (selector: string, root: ParentNode = document) =>
  [...root.querySelectorAll(selector)].filter(isVisible)

function nameOf(element: Element): string {
  const labeled = element.getAttribute('aria-labelledby')?.split(' ') ?? []
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
  const names = [
    element.getAttribute('aria-label') ?? '',
    labeled.map((id) => textOf(document.getElementById(id))).join(' '),
    labels.map(textOf).join(' '),
    textOf(element),
    element.getAttribute('title') ?? '',
    element.getAttribute('placeholder') ?? '',
  ]
  return names.find((name) => name.trim() !== '')?.trim() ?? ''
}

const ROLES: Record<string, string> = { a: 'link', button: 'button', summary: 'summary', select: 'combobox' }

const roleOf = (element: Element) =>
  element.getAttribute('role') ??
  (element instanceof HTMLInputElement ? element.type : (ROLES[element.localName] ?? element.localName))

function seen(): Seen {
  const texts = (selector: string) => visible(selector).map(textOf)
  return {
    heading: textOf(document.querySelector('h1')),
    title: document.title,
    tabs: texts('[role="tab"][aria-selected="true"]'),
    dialogs: visible('[role="dialog"], aside').map(nameOf),
    area: texts('nav [aria-current="page"]'),
    current: texts('main [aria-current="page"]'),
    tables: visible('table, [role="grid"], [role="tree"]').map((table) => `${nameOf(table).slice(0, 40)}`),
  }
}

function clipOf(element: Element): { left: number; right: number } {
  for (let above = element.parentElement; above !== null; above = above.parentElement) {
    const { overflowX } = getComputedStyle(above)
    // Content of a scroll container is reachable.
    if (overflowX === 'auto' || overflowX === 'scroll') return { left: -Infinity, right: Infinity }
  }
  return { left: 0, right: innerWidth }
}

function tooWide(): string[] {
  const found: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.push(`The page is ${scrollWidth} px wide in ${clientWidth}.`)
  for (const control of visible(CONTROLS)) {
    const { left, right, width, height } = control.getBoundingClientRect()
    if (width < 2 || height < 2) continue
    const clip = clipOf(control)
    if (left < clip.left - 1 || right > clip.right + 1)
      found.push(`${describe(control)} stands at ${left} to ${right}.`)
  }
  return found
}

const CONTROLS = [
  'a[href]',
  'button',
  'summary',
  'select',
  'input[type="checkbox"]',
  'input[type="radio"]',
  'input[aria-haspopup="listbox"]',
  ...['button', 'tab', 'menuitem', 'menuitemradio', 'switch', 'treeitem', 'combobox'].map((role) => `[role="${role}"]`),
].join(', ')

const describe = (element: Element) => `${roleOf(element)} “${nameOf(element).slice(0, 60)}”`

/** Nearest own components by identity, so that the same component on another page is not tried again. */
const components = new Map<unknown, number>()

const isOfKit = (type: object) => String((type as { displayName?: string }).displayName).startsWith('@mantine/')

function componentOf(element: Element): string {
  const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$'))
  let fiber = (element as unknown as Record<string, Fiber>)[key ?? ''] ?? null
  const chain: number[] = []
  for (; fiber !== null && chain.length < 2; fiber = fiber.return) {
    const { type } = fiber
    if (typeof type !== 'function' || isOfKit(type)) continue
    if (!components.has(type)) components.set(type, components.size)
    chain.push(components.get(type) ?? 0)
  }
  return chain.join('.')
}

const patternOf = (name: string) =>
  name
    .replaceAll(/“[^”]*”/g, '“”')
    .replaceAll(/[\w-]*\d[\w.:,-]*/g, '#')
    .slice(0, 80)

const withoutIds = (path: string) => path.replaceAll(/\/[\w.-]*[\d.][\w.-]*/g, '/$')

const pageOf = () => withoutIds(location.pathname.replace(/^\/dashboard(\/[so]\/[^/]+)?/, ''))

/** True for buttons beside the heading and in dialogs, which belong to the page. */
function isOfPage(element: Element): boolean {
  if (element.closest('[role="dialog"][aria-modal="true"]') !== null) return true
  let above: Element | null = element
  for (let count = 0; count < 4; count += 1) above = above?.parentElement ?? null
  return above?.querySelector('h1') !== null && above?.querySelector('table, [role="table"]') === null
}

/**
 * Kind of a control, because one of several equal controls is enough, and the number of differently named ones to try.
 */
function kindOf(element: Element): { kind: string; atMost: number } {
  const role = roleOf(element)
  if (element.closest('nav') !== null) return { kind: 'entry of a navigation', atMost: 2 }
  if (element instanceof HTMLAnchorElement)
    return { kind: `link to ${withoutIds(new URL(element.href).pathname)}`, atMost: 1 }
  const component = componentOf(element)
  if (element.closest('th, [role="columnheader"]') !== null)
    return { kind: `${role} of a column ${component}`, atMost: 1 }
  if (element.closest('tr, [role="row"], [role="treeitem"], li') !== null)
    return { kind: `${role} of a row ${component}`, atMost: 3 }
  if (element instanceof HTMLInputElement || role === 'switch') return { kind: `${role} ${component}`, atMost: 2 }
  if (isOfPage(element)) return { kind: `${role} ${pageOf()}`, atMost: 20 }
  return { kind: `${role} ${component}`, atMost: 12 }
}

function modal(): ParentNode {
  const open = visible('[aria-modal="true"]').at(-1)
  return open ?? document
}

/** Controls of the page or the frame, including open menus and lists, which are in portals. */
function controlsNow(where: 'page' | 'frame'): Element[] {
  const top = modal()
  const isAbove = (one: Node) => (top.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) === 0
  const popups = visible('[role="menu"], [role="listbox"], [data-portal] [role="dialog"]').filter(isAbove)
  const main = document.getElementById('main') ?? document.body
  if (where === 'frame' && modal() === document)
    return [...document.querySelectorAll(CONTROLS)].filter((control) => !main.contains(control))
  const roots = [modal() === document ? main : modal(), ...popups]
  return [...new Set(roots.flatMap((root) => [...root.querySelectorAll(CONTROLS)]))]
}

const isOff = (element: Element) => element.matches(':disabled') || element.getAttribute('aria-disabled') === 'true'

/** True for controls that are already selected or lead out of the dashboard. */
function isPassive(element: Element): boolean {
  if (element instanceof HTMLInputElement && element.type === 'radio' && element.checked) return true
  if (element.getAttribute('aria-selected') === 'true' && element.getAttribute('role') === 'tab') return true
  if (element.closest('[aria-hidden="true"], [inert]') !== null) return true
  if (element.getAttribute('aria-current') !== null && element.localName === 'button') return true
  if (element instanceof HTMLInputElement && element.getAttribute('aria-expanded') === 'true') return true
  if (element.getAttribute('role') === 'treeitem' && element.getAttribute('aria-expanded') === null) return true
  if (!(element instanceof HTMLAnchorElement)) return false
  return element.target === '_blank' || element.download !== '' || element.href === location.href
}

function explanationOf(element: Element): string {
  const described = element.getAttribute('aria-describedby')?.split(' ') ?? []
  return (
    described.map((id) => textOf(document.getElementById(id))).join('') ||
    element.closest('[title]')?.getAttribute('title') ||
    ''
  )
}

async function saysWhy(element: HTMLElement): Promise<boolean> {
  if (explanationOf(element) !== '') return true
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  element.focus()
  const isSaid = () => explanationOf(element) !== '' || visible('[role="tooltip"]').length > 0
  for (let ticks = 0; !isSaid() && ticks < EFFECT_TICKS; ticks += 1) await pause(TICK_MS)
  const hasReason = isSaid()
  element.blur()
  return hasReason
}

const popupsNow = () => visible('[role="dialog"], [role="menu"], [role="listbox"], aside, [role="alertdialog"]')

/** Sends all mouse events, because some controls act on mousedown. */
function press(element: Element): void {
  const parts = { bubbles: true, cancelable: true, composed: true, button: 0, detail: 1 }
  element.dispatchEvent(new PointerEvent('pointerdown', parts))
  for (const type of ['mousedown', 'mouseup', 'click']) element.dispatchEvent(new MouseEvent(type, parts))
}

async function hasEffect(element: HTMLElement): Promise<boolean> {
  const at = location.href
  const { effects, mutations } = calls
  const focused = document.activeElement
  const was = element instanceof HTMLInputElement ? element.checked : null
  // Focusing a text field is its effect.
  const isText =
    element instanceof HTMLInputElement && !['checkbox', 'radio'].includes(element.type) && !element.readOnly
  if (element instanceof HTMLInputElement && element.type !== 'checkbox' && element.type !== 'radio') element.focus()
  press(element)
  for (let ticks = 0; ; ticks += 1) {
    if (location.href !== at || calls.effects !== effects || calls.mutations !== mutations) return true
    if (was !== null && (element as HTMLInputElement).checked !== was) return true
    if (isText && document.activeElement === element) return true
    if (document.activeElement !== focused && document.activeElement !== element) return true
    if (ticks > EFFECT_TICKS) return false
    await pause(TICK_MS)
  }
}

/** True if another element covers the control. */
function isCovered(element: Element): boolean {
  element.scrollIntoView({ block: 'center', inline: 'center' })
  const { left, top, width, height } = element.getBoundingClientRect()
  if (width < 4 || height < 4) return false
  const at = document.elementFromPoint(left + width / 2, top + height / 2)
  if (at === null || element.contains(at) || at.contains(element)) return false
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
  return !labels.some((label) => label.contains(at)) && at.closest('label, button, a') === null
}

function escapeFrom(popup: Element): void {
  const at = popup.contains(document.activeElement)
    ? document.activeElement
    : (popup.querySelector('button, input') ?? popup)
  at?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }))
}

/** Blurs first, because an open list above the control closes when it loses focus. */
async function staysCovered(element: Element): Promise<boolean> {
  if (!isCovered(element)) return false
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  await settle()
  return element.isConnected && isVisible(element) && isCovered(element)
}

/** Compares by name, because an address with a dialog reopens it. */
const popupsBeyond = (names: readonly string[]) => popupsNow().filter((one) => !names.includes(describe(one)))

async function closePopups(popups: readonly Element[]): Promise<void> {
  for (const popup of popups) {
    if (!popup.isConnected || !isVisible(popup)) continue
    const cancel = visible('button', popup).find((one) => /^(Cancel|Close|Keep|Stay)/.test(nameOf(one)))
    if (cancel !== undefined) cancel.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    else escapeFrom(popup)
    await settle()
    if (!popup.isConnected || !isVisible(popup)) continue
    for (const type of ['mousedown', 'mouseup', 'click', 'touchstart'])
      document.getElementById('main')?.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true }))
    await settle()
  }
}

/** Discards changes, because a changed form asks before it is left. */
async function returnTo(address: string): Promise<void> {
  if (location.pathname + location.search === address) return
  await go(address)
  const leave = visible('[role="dialog"] button').find((one) => /^(Leave|Discard)/.test(nameOf(one)))
  if (leave === undefined) return
  leave.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  await settle()
}

type Axe = { run(root: unknown, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Exceptions for the UI kit, whose menus have an empty focus target and whose lists scroll with their combobox. */
const OF_POPUPS = {
  'aria-required-children': { enabled: false },
  'scrollable-region-focusable': { enabled: false },
}

const isPopup = (element: Element) => ['menu', 'listbox'].includes(element.getAttribute('role') ?? '')

async function lookAt(element: Element): Promise<string[]> {
  const { axe } = window as unknown as { axe: Axe }
  const { violations } = await axe.run(element, {
    runOnly: { type: 'tag', values: TAGS },
    rules: { region: { enabled: false }, ...(isPopup(element) ? OF_POPUPS : {}) },
    resultTypes: ['violations'],
    selectors: false,
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 400)).join(' | ')}`)
}

const look = () => lookAt(visible('[aria-modal="true"]').at(-1) ?? document.getElementById('main') ?? document.body)

/** Names of tried controls by kind, across all pages of this browser. */
const tried = new Map<string, Set<string>>()

/** Records a control, and returns false if it was tried before. */
function isNew(element: Element): boolean {
  const { kind, atMost } = kindOf(element)
  const names = tried.get(kind) ?? new Set()
  tried.set(kind, names)
  const name = element instanceof HTMLAnchorElement ? '' : patternOf(nameOf(element))
  if (names.has(name) || names.size >= atMost) return false
  names.add(name)
  return true
}

async function walk(where: 'page' | 'frame'): Promise<Walked> {
  const address = location.pathname + location.search
  const page = pageOf()
  const judged = new WeakSet<Element>()
  const walked: Walked = { pressed: [], faults: [] }
  const fault = (what: string) => walked.faults.push(`${page}: ${what}`)
  const first = popupsNow().map(describe)
  for (;;) {
    const next = controlsNow(where).find((control) => {
      if (judged.has(control) || !isVisible(control)) return false
      judged.add(control)
      return !isPassive(control) && isNew(control)
    })
    if (next === undefined) {
      const more = popupsBeyond(first)
      if (more.length === 0) return walked
      await closePopups(more)
      if (more.some((one) => one.isConnected && isVisible(one))) {
        fault(`${more.map(describe).join(', ')} does not close.`)
        return walked
      }
      await returnTo(address)
      continue
    }
    const what = describe(next)
    if (isOff(next)) {
      if (!(await saysWhy(next as HTMLElement))) fault(`${what} is disabled and does not say why.`)
      continue
    }
    if (popupsNow().length <= first.length && (await staysCovered(next))) fault(`${what} is covered.`)
    const before = popupsNow()
    walked.pressed.push(what)
    if (!(await hasEffect(next as HTMLElement))) fault(`${what} does nothing.`)
    await settle()
    const opened = popupsNow().filter((one) => !before.includes(one))
    for (const popup of opened)
      for (const wrong of await lookAt(popup)) fault(`${what} opens what is not accessible: ${wrong}`)
    await returnTo(address)
  }
}

Object.assign(window, { everyScreen: { go, settle, seen, tooWide, walk, look } satisfies InPage })
