import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../../test/console-world.ts'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'

const database = useDatabase()
const open: Socket[] = []
beforeAll(() => seedSmallFleet(database.db))
afterAll(() => {
  for (const socket of open) socket.destroy()
})

/** A connection that its client keeps, and what came on it. */
const keep = async ({ port }: TestConsole): Promise<{ socket: Socket; text: () => string }> => {
  const socket = connect(port, '127.0.0.1')
  open.push(socket)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString()
  })
  await once(socket, 'connect')
  return { socket, text: () => text }
}
const BODY = '{"user_name":"nobody","password":"wrong-password"}'
const HEAD = `POST /JCloud/user/login HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n`

it('a client that keeps a connection it sends nothing on does not hold up the end', async () => {
  const console_ = await startConsole(database)
  const spare = await keep(console_)
  const used = await keep(console_)
  used.socket.write('GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n')
  await once(used.socket, 'data')
  const gone = [spare, used].map(({ socket }) => once(socket, 'close'))
  await console_.close()
  await Promise.all(gone)
  expect(used.text()).toContain('{"alive":true}')
})

it('a call that runs when the end begins is answered, and its connection ends', async () => {
  const console_ = await startConsole(database)
  const { socket, text } = await keep(console_)
  socket.write(HEAD + BODY.slice(0, 9))
  // The server has the head of the call when it answers another one that came later.
  expect((await fetch(`${console_.base_url}/healthz`)).ok).toBe(true)
  const ended = Promise.all([console_.close(), once(socket, 'close')])
  socket.write(BODY.slice(9))
  await ended
  expect(text()).toMatch(/^HTTP\/1\.1 \d+ /)
  expect(text()).toContain('"code"')
})
