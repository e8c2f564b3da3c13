import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FrontDoor, openFrontDoor } from '../../support/front-door.ts'
import { NOT_LOGGED_IN } from '../../support/people/callers.ts'

let door: FrontDoor
const open: Socket[] = []
beforeEach(async () => {
  door = await openFrontDoor({
    // The token is the organization's name, with the prefix `shopper-of-` for its shoppers.
    authenticate: async (token) => {
      const role = token.startsWith('shopper') ? 'shopper' : 'seller'
      const organization_id = token.replace('shopper-of-', '')
      return { ...NOT_LOGGED_IN, organization_id, store_id: 'a-store', key_id: 'k', role }
    },
  })
  await door.server.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  await door.server.close()
})

const BODY = JSON.stringify({ type: 'thing', name: 'x'.repeat(300_000) })

/** Sends a request with a large body except for its last byte. */
async function begin(organization: string): Promise<Socket> {
  const socket = connect(Number(new URL(door.server.listeningOrigin).port), '127.0.0.1')
  open.push(socket)
  const head = [
    'POST /v2/things HTTP/1.1',
    'Host: tidings.test',
    `Authorization: Bearer ${organization}`,
    'Content-Type: application/json',
    `Content-Length: ${BODY.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${BODY.slice(0, -1)}`)
  await once(socket, 'connect')
  return socket
}

async function statusOf(socket: Socket): Promise<number> {
  let text = ''
  for await (const chunk of socket) {
    text += chunk
    const status = /^HTTP\/1\.1 ([2-5]\d\d)/m.exec(text)
    if (status !== null) break
  }
  return Number(/^HTTP\/1\.1 ([2-5]\d\d)/m.exec(text)?.[1])
}

const post = (organization: string, body: string) =>
  fetch(`${door.server.listeningOrigin}/v2/things`, {
    method: 'POST',
    headers: { authorization: `Bearer ${organization}`, 'content-type': 'application/json' },
    body,
  }).then(({ status }) => status)

test('unfinished large bodies of an organization delay neither others nor its small bodies', async () => {
  for (let count = 0; count < 12; count += 1) await begin('greedy')
  expect(await post('modest', BODY)).toBe(422)
  expect(await post('greedy', '{}')).toBe(422)
})

test('shoppers of all stores share four slots', async () => {
  for (let count = 0; count < 20; count += 1) await begin(`shopper-of-${count % 5}`)
  expect(await post('0', BODY)).toBe(422)
})

test('a fifth large body of an organization waits for a response or a lost client', async () => {
  const [first, second] = [await begin('greedy'), await begin('greedy'), await begin('greedy'), await begin('greedy')]
  const order: string[] = []
  const fifth = post('greedy', BODY).then((status) => order.push(`fifth ${status}`))
  const sixth = post('greedy', BODY).then((status) => order.push(`sixth ${status}`))
  await post('modest', BODY).then((status) => order.push(`modest ${status}`))
  first.write(BODY.slice(-1))
  expect(await statusOf(first)).toBe(422)
  second.destroy()
  await Promise.all([fifth, sixth])
  expect(order).toEqual(['modest 422', 'fifth 422', 'sixth 422'])
})
