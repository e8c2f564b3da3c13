import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { makePromotion } from '../../../test/support/store/promotions.ts'
import { expectStatus } from '../../../test/support/store/shop.ts'
import type { PromotionAction, PromotionFact } from '../../src/generated/schema.ts'
import { ACTIONS, type ActionKind } from '../../src/pages/promotions/rules/actions.ts'
import { SCOPES, type Scope } from '../../src/pages/promotions/rules/choices.ts'
import { CONDITIONS } from '../../src/pages/promotions/rules/conditions.ts'
import { heading, saved } from '../support/promotions.ts'
import { goTo, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
let page: Page
let account: string
beforeAll(async () => {
  stage = await openStage()
  const data = { type: 'account', name: 'Harbor', legal_name: 'Harbor Ltd' }
  account = expectStatus(await stage.tenant.seller.post('/v2/accounts', { data }), 201).body.data.id
  page = (await stage.open('/promotions')).page
  await heading(page, 'Promotions')
  // Accepting dialogs lets the next test leave what a failed test did not save.
  page.on('dialog', (dialog) => void dialog.accept())
}, BROWSER_TIMEOUT)
afterAll(() => stage.close())

const read = async (id: string) => expectStatus(await stage.tenant.seller.get(`/v2/promotions/${id}`), 200).body.data

async function begin(name: string): Promise<void> {
  await goTo(page, stage.at('/promotions/new'))
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
}

async function create(): Promise<string> {
  await page.getByRole('button', { name: 'Create promotion' }).click()
  return saved(page)
}

const box = (name: string) => page.getByRole('textbox', { name })

async function choose(label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: text }).click()
}

/** Types a text and confirms it with Enter. */
async function addText(label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.keyboard.press('Enter')
}

type Filled<T> = { fill: () => Promise<void>; is: T }

/** Forms of all kinds of actions, so that a new kind of the API does not compile without one. */
const ACTION_FORMS: { [Kind in ActionKind]: Filled<PromotionAction & { kind: Kind }> } = {
  percent: {
    fill: async () => {
      await page.getByLabel('Percentage (%)').fill('12.5')
      // The amount uses the store's currency if none is selected.
      await box('At most').fill('20')
    },
    is: { kind: 'percent', ppm: 125_000, max_discount: 2000 },
  },
  amount: {
    fill: () => box('Amount').fill('5'),
    is: { kind: 'amount', amount: 500 },
  },
  fixed_price: {
    fill: async () => {
      await choose('Currency', 'USD')
      await box('Amount').fill('9.99')
    },
    is: { kind: 'fixed_price', amount: 999 },
  },
  free: { fill: async () => undefined, is: { kind: 'free' } },
  buy_x_get_y: {
    fill: async () => {
      await page.getByLabel('For every').fill('2')
      await page.getByLabel('Up to').fill('3')
      await page.getByLabel('Percentage (%)').fill('50')
      await page.getByLabel('Units at most').fill('6')
      await page.getByRole('button', { name: 'Choose items: items that cost less' }).click()
      await page.getByRole('menuitem', { name: 'SKUs', exact: true }).click()
      await page.getByRole('combobox', { name: 'SKUs' }).fill('RUG')
      await page.getByRole('option', { name: 'RUG' }).click()
    },
    is: { kind: 'buy_x_get_y', x: 2, y: 3, ppm: 500_000, max: 6, buy: {}, get: { skus: ['RUG'] } },
  },
  free_item: {
    fill: async () => {
      await page.getByRole('combobox', { name: 'SKU of the gift' }).fill('LAMP')
      await page.getByRole('option', { name: 'LAMP' }).click()
      await page.getByLabel('Quantity').fill('2')
    },
    is: { kind: 'free_item', sku: 'LAMP', quantity: 2 },
  },
}

test.each(Object.entries(ACTION_FORMS))('the action %s is built, saved and read back unchanged', async (kind, one) => {
  await begin(`Action ${kind}`)
  await page.getByRole('radio', { name: ACTIONS[kind as ActionKind].title }).check()
  await one.fill()
  const id = await create()
  expect((await read(id)).action).toEqual(one.is)
  // The reloaded form equals the saved promotion, so nothing is sent.
  await expectUnchanged(id)
})

async function expectUnchanged(id: string): Promise<void> {
  const before = await read(id)
  await page.reload()
  await heading(page, before.name)
  await page.getByLabel('Description for shoppers').fill('Looked at')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved the promotion.').waitFor()
  const { meta: _, ...after } = await read(id)
  const { meta: __, ...was } = before
  expect(after).toEqual({ ...was, description: 'Looked at' })
}

type FactKind = PromotionFact['kind']

const FACT_FORMS: { [Kind in FactKind]: Filled<unknown> } = {
  subtotal: { fill: () => box('At least').last().fill('50'), is: { kind: 'subtotal', minimum: 5000 } },
  quantity: {
    fill: async () => {
      await box('At least').last().fill('3')
      await page.getByRole('button', { name: 'Choose items: items' }).last().click()
      await page.getByRole('menuitem', { name: 'Not: Tags' }).click()
      await page.getByRole('combobox', { name: 'Not: Tags' }).fill('sale')
      await page.getByRole('option', { name: 'sale' }).click()
    },
    is: { kind: 'quantity', minimum: 3, of: { not_tags: ['sale'] } },
  },
  first_order: { fill: async () => undefined, is: { kind: 'first_order' } },
  segment: { fill: () => addText('Segments', 'vip'), is: { kind: 'segment', one_of: ['vip'] } },
  channel: { fill: () => addText('Channels', 'app'), is: { kind: 'channel', one_of: ['app'] } },
  country: {
    fill: async () => {
      await page.getByRole('combobox', { name: 'Countries' }).fill('Germ')
      await page.getByRole('option', { name: 'Germany' }).click()
    },
    is: { kind: 'country', one_of: ['DE'] },
  },
  account: {
    fill: async () => {
      await page.getByRole('combobox', { name: 'Accounts' }).fill('Harb')
      await page.getByRole('option', { name: 'Harbor' }).click()
    },
    is: { kind: 'account', one_of: [] },
  },
}

test('every kind of condition is built, saved and read back unchanged', async () => {
  await begin('Conditions')
  await page.getByRole('radio', { name: ACTIONS.amount.title }).check()
  await ACTION_FORMS.amount.fill()
  const kinds = Object.keys(FACT_FORMS) as FactKind[]
  for (const [index, kind] of kinds.entries()) {
    await page.getByRole('button', { name: 'Add condition', exact: true }).click()
    // The second condition puts both into a group.
    const name = index === 0 ? 'Kind of condition' : `Kind of condition ${index + 1}`
    await page.getByLabel(name, { exact: true }).selectOption(kind)
    await FACT_FORMS[kind].fill()
  }
  await page.getByLabel('Kind of condition', { exact: true }).selectOption('any')
  const id = await create()
  const of = kinds.map((kind) => (kind === 'account' ? { kind, one_of: [account] } : FACT_FORMS[kind].is))
  expect((await read(id)).when).toEqual({ kind: 'any', of })
  await expectUnchanged(id)
})

test('the allowed scopes of an action are those of the API', async () => {
  const goes = async (scope: Scope, action: ActionKind) => {
    const promotion = { name: 'Draft', scope, currency: 'USD', action: ACTION_FORMS[action].is }
    const data = { type: 'promotion-dry-run', orders: 0, promotion }
    return (await stage.tenant.seller.post('/v2/promotions/dry-run', { data })).status === 200
  }
  const actions = Object.keys(ACTIONS) as ActionKind[]
  const pairs = (Object.keys(SCOPES) as Scope[]).flatMap((scope) => actions.map((action) => [scope, action] as const))
  const found = await Promise.all(pairs.map(async ([scope, action]) => [scope, action, await goes(scope, action)]))
  expect(found).toEqual(pairs.map(([scope, action]) => [scope, action, ACTIONS[action].scopes.includes(scope)]))
})

test('a tree of conditions is built, moved and saved with the keyboard alone', async () => {
  const id = await makePromotion(stage.tenant.seller, { name: 'Keyboard' })
  await goTo(page, stage.at(`/promotions/${id}`))
  await page.getByRole('button', { name: 'Add condition' }).focus()
  await page.keyboard.press('Enter')
  // The focus starts on the new condition, from which everything is reachable.
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const pick = (title: string) => page.keyboard.type(title)
  await expect.poll(focused).toBe('Kind of condition')
  await pick(CONDITIONS.first_order.title)
  await press('Tab', 'Tab', 'Tab', 'Enter')
  await expect.poll(focused).toBe('Kind of condition 2')
  await pick(CONDITIONS.country.title)
  await page.getByRole('combobox', { name: 'Countries' }).waitFor()
  await press('Tab')
  await page.keyboard.type('Germ')
  await page.getByRole('option', { name: 'Germany' }).waitFor()
  await press('ArrowDown', 'Enter')
  // The field takes the focus once more after the choice without a visible sign, so the focus must stay for a while.
  const group = page.getByRole('button', { name: 'Add group', exact: true })
  let looks = 0
  const stays = async () => {
    looks = (await group.evaluate((button) => button === document.activeElement)) ? looks + 1 : 0
    if (looks === 0) await group.focus()
    return looks
  }
  await expect.poll(stays, { interval: 100 }).toBeGreaterThan(4)
  await press('Enter')
  await expect.poll(focused).toBe('Kind of condition 3')
  // The group moves up twice, and then the next condition moves into it.
  await press('Alt+ArrowUp', 'Alt+ArrowUp')
  await expect.poll(focused).toBe('Kind of condition 1')
  await page.getByLabel('Kind of condition 2').focus()
  await press('Alt+ArrowRight')
  await expect.poll(focused).toBe('Kind of condition 1.1')
  await page.getByLabel('Kind of condition 2').focus()
  await press('Alt+ArrowRight', 'Alt+ArrowUp')
  await expect.poll(focused).toBe('Kind of condition 1.1')
  await page.getByRole('button', { name: 'Save', exact: true }).focus()
  await press('Enter')
  const any = { kind: 'any', of: [{ kind: 'country', one_of: ['DE'] }, { kind: 'first_order' }] }
  // The notice of the previously saved promotion may still be visible, so only the API is conclusive.
  await expect.poll(async () => (await read(id)).when).toEqual({ kind: 'all', of: [any] })
})

test('conditions nest as deep as the API allows, with its errors at their fields', async () => {
  const not = { kind: 'not', of: { kind: 'segment', one_of: ['staff'] } }
  const when = { kind: 'all', of: [{ kind: 'any', of: [not, { kind: 'subtotal', minimum: 100 }] }] }
  const id = await makePromotion(stage.tenant.seller, { name: 'Deep', when })
  await goTo(page, stage.at(`/promotions/${id}`))
  await page.getByLabel('Kind of condition 1.1.1').waitFor()
  await page.getByRole('button', { name: 'More for condition 1.1.1' }).click()
  expect(await page.getByRole('menuitem', { name: 'Put into “Any of”' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await box('At least').fill('0')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => box('At least').getAttribute('aria-invalid')).toBe('true')
  const deeper = { kind: 'all', of: [{ kind: 'all', of: [{ kind: 'all', of: [not] }] }] }
  const refused = await stage.tenant.seller.put(`/v2/promotions/${id}`, { data: { type: 'promotion', when: deeper } })
  expect(refused.status).toBe(422)
})

test('the builder warns before losing unsaved changes, and keeps them while trying', async () => {
  const id = await makePromotion(stage.tenant.seller, { name: 'Unsaved' })
  await goTo(page, stage.at(`/promotions/${id}`))
  await box('Amount').fill('6')
  await page.getByRole('tab', { name: 'Try it' }).click()
  await page.waitForURL(/\/try$/)
  await page.getByText('$6.00 off the cart.').waitFor()
  await page.getByRole('tab', { name: 'Builder' }).click()
  expect(await box('Amount').inputValue()).toBe('6')
  await page.getByRole('tab', { name: 'Uses' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await stage.tenant.seller.put(`/v2/promotions/${id}`, { data: { type: 'promotion', description: 'By another' } })
  const isReported = async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    return page.getByText('The promotion has changed in the meantime').isVisible()
  }
  await expect.poll(isReported, { interval: 500, timeout: 20_000 }).toBe(true)
  expect(await box('Amount').inputValue()).toBe('6')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(() => box('Amount').inputValue()).toBe('5.00')
})

test('a promotion is disabled, duplicated and deleted without affecting others', async () => {
  const { seller } = stage.tenant
  const id = await makePromotion(seller, { name: 'Original' })
  await goTo(page, stage.at(`/promotions/${id}`))
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('button', { name: 'Enable' }).waitFor()
  expect((await read(id)).enabled).toBe(false)
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await page.getByText('New promotion').first().waitFor()
  const copy = await create()
  expect(await read(copy)).toMatchObject({ name: 'Copy of Original', enabled: false, action: { amount: 500 } })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete the promotion “Copy of Original”?' })
  await dialog.getByRole('button', { name: 'Delete promotion' }).click()
  await heading(page, 'Promotions')
  expect((await seller.get(`/v2/promotions/${copy}`)).status).toBe(404)
  expect((await seller.get(`/v2/promotions/${id}`)).status).toBe(200)
})
