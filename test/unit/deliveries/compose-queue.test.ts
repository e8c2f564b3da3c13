import { describe, expect, test } from 'vitest'
import { queueComposer } from '../../../src/deliveries/rules/compose-queue.ts'
import { readCloudEvent } from '../../support/targets/cloud-event.ts'
import { aDueJob, anEvent } from '../../support/targets/due-job.ts'

const compose = queueComposer({ id: 'integration-1' }, 'https://tidings.example/v2')

function bodiesOf(payload: unknown, given: Parameters<typeof anEvent>[0] = {}) {
  const { triggered_by = 'order.updated' } = given
  const message = compose(aDueJob({ triggered_by, event: anEvent({ payload: JSON.stringify(payload), ...given }) }))
  return { message, bodies: [...message.bodies()].map((text) => JSON.parse(text)) }
}

describe('forms of a message', () => {
  test("the payload is whole, then without related resources, then only the resource's type and id", () => {
    const data = { type: 'order', id: 'o-1', status: 'complete' }
    const { bodies } = bodiesOf({ data, included: { items: [{ id: 'i-1' }] } })
    expect(bodies.map((body) => body.data)).toEqual([
      { ...data, included: { items: [{ id: 'i-1' }] } },
      { ...data, included: { meta: { includes_elided: true } } },
      { type: 'order', id: 'o-1' },
    ])
    for (const { data: _, ...rest } of bodies) expect(rest).toEqual(Object.assign({}, bodies[0], { data: undefined }))
  })

  test('a payload without related resources has only two forms', () => {
    expect(bodiesOf({ data: { type: 'order', id: 'o-1', a: 1 } }).bodies.map((body) => body.data)).toEqual([
      { type: 'order', id: 'o-1', a: 1 },
      { type: 'order', id: 'o-1' },
    ])
  })

  test.each([
    ['a deletion', { type: 'cart', id: 'c-1' }, 'cart.deleted', { type: 'cart', id: 'c-1' }],
    ['data that is no object', { data: ['a'] }, 'order.updated', { data: ['a'] }],
  ])('%s is sent as the payload itself', (_, payload, triggered_by, data) => {
    expect(bodiesOf(payload, { triggered_by }).bodies[0].data).toEqual(data)
  })

  test('every form is a CloudEvent', () => {
    const payload = { data: { type: 'order', id: 'o-1' }, included: {} }
    const versions = [null, 0, 2 ** 31 - 1, 2 ** 31, 1_800_000_000_000]
    for (const given of [{}, { store_id: null }, ...versions.map((resource_version) => ({ resource_version }))]) {
      for (const text of bodiesOf(payload, given).message.bodies()) readCloudEvent(text)
    }
  })

  test('no form has a character that queues reject', () => {
    const name = 'a\uFFFEb\uFFFFc\u0000\ud800'
    const { message, bodies } = bodiesOf({ data: { type: 'order', id: 'o-1', name } })
    for (const text of message.bodies())
      expect(text).not.toMatch(/[^\t\n\r -\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u)
    expect(bodies[0].data.name).toBe(name)
  })
})

test('a message is grouped by the id of its resource, or else of its event', () => {
  expect(bodiesOf({ data: { type: 'order', id: 'o-1' } }).message.message_group).toBe('o-1')
  expect(bodiesOf({ type: 'cart', id: 'c-1' }, { triggered_by: 'cart.deleted' }).message.message_group).toBe('c-1')
  const long = `ü ${'x'.repeat(300)}`
  expect(bodiesOf({ data: { type: 'order', id: long } }).message.message_group).toBe(`%C3%BC%20${'x'.repeat(119)}`)
  for (const data of [{ type: 'settings' }, { id: '' }, { id: 7 }]) {
    expect(bodiesOf({ data }).message.message_group).toBe(anEvent().id)
  }
})
