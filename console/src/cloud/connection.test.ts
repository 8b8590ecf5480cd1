import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { PUSH_CLOSE } from '@heatfleet/contract/push.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'
import { type Connection, createConnection } from './connection.ts'
import { fakeTimers } from './fake-timers.ts'

const ack = (sn: number, code = 200) =>
  JSON.stringify({ cmd: 'AuthenticateAck', sn, code, msg: 'x', error: code === 200 ? null : 'invalid_token' })

/** A real server on a real port with a fake clock. */
const setUp = async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  // The server listens on TCP, so its address is an object.
  const { port } = server.address() as AddressInfo
  const timers = fakeTimers()
  const peers: ServerSocket[] = []
  const heard: string[] = []
  const replies: string[] = []
  const attempts = { ended: 0 }
  const options = { answer: true }
  server.on('connection', (peer) => {
    peers.push(peer)
    peer.on('message', (data) => {
      const text = Buffer.isBuffer(data) ? data.toString() : ''
      heard.push(text)
      if (text === 'ping') {
        if (options.answer) peer.send('pong')
        return
      }
      const message: { cmd: string; sn: number } = JSON.parse(text)
      if (message.cmd === 'Authenticate' && options.answer) peer.send(ack(message.sn))
    })
  })
  const onSessionOver = vi.fn()
  const onStrange = vi.fn()
  const connection = createConnection({
    url: () => `ws://127.0.0.1:${port}/ws`,
    open: (url) => {
      const socket = new WebSocket(url)
      socket.addEventListener('message', (event) => replies.push(String(event.data)))
      socket.addEventListener('close', () => {
        attempts.ended += 1
      })
      return socket
    },
    timers,
    credentials: () => ({ uid: 7, token: 'secret' }),
    onSessionOver,
    onStrange,
  })
  return { server, timers, peers, heard, answers: replies, attempts, options, connection, onSessionOver, onStrange }
}

/** The timeout only ends a test whose event never occurs. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 45_000, interval: 5 })
const becomes = (connection: Connection, state: string) => until(() => expect(connection.state().state).toBe(state))

describe('the realtime connection', () => {
  let world: Awaited<ReturnType<typeof setUp>>
  beforeEach(async () => {
    world = await setUp()
  })
  afterEach(() => {
    world.connection.close()
    for (const peer of world.peers) peer.terminate()
    world.server.close()
  })
  const live = async () => {
    world.connection.start()
    await becomes(world.connection, 'live')
  }

  it('sends Authenticate on open and is live on its ack', async () => {
    await live()
    expect(JSON.parse(world.heard[0] ?? '')).toMatchObject({
      cmd: 'Authenticate',
      sn: 1,
      user_info: { uid: 7, token: 'secret' },
    })
  })

  it('is not live, and sends nothing, before the ack', async () => {
    world.options.answer = false
    world.connection.start()
    await until(() => expect(world.heard).toHaveLength(1))
    expect(world.connection.send({ cmd: 'WatchDevices', macs: [] })).toBeNull()
    expect(world.connection.state().state).toBe('reconnecting')
  })

  it('assigns rising sequence numbers', async () => {
    await live()
    expect(world.connection.send({ cmd: 'WatchDevices', macs: [] })).toBe(2)
    expect(world.connection.send({ cmd: 'LiveView', mac: '863412060123455' })).toBe(3)
  })

  it('delivers each message to the subscribers of its kind', async () => {
    const handler = vi.fn()
    const stop = world.connection.onMessage('PushProductDefination', handler)
    await live()
    const push = {
      cmd: 'PushProductDefination',
      sn: 4,
      product_key: ['r290'],
      enterprise_info: { enterprise_key: 'heatfleet', package_name: 'test' },
      user_info: { uid: 7 },
      product_info: [{ product_key: 'r290', not_standard: false }],
    }
    world.peers[0]?.send(JSON.stringify(push))
    await until(() => expect(handler).toHaveBeenCalledWith(push))
    stop()
  })

  it('ignores messages that violate the protocol', async () => {
    await live()
    for (const text of ['{', '{"cmd":"Nonsense","sn":1}', '[]']) world.peers[0]?.send(text)
    await until(() => expect(world.onStrange).toHaveBeenCalledTimes(3))
    expect(world.connection.state().state).toBe('live')
  })

  it('reconnects 2 s after an unwanted close', async () => {
    await live()
    world.peers[0]?.close(PUSH_CLOSE.restart)
    await becomes(world.connection, 'reconnecting')
    await world.timers.advance(1_999)
    expect(world.peers).toHaveLength(1)
    await world.timers.advance(1)
    await becomes(world.connection, 'live')
    expect(world.peers).toHaveLength(2)
  })

  it('does not reconnect after the close command', async () => {
    await live()
    world.connection.close()
    await until(() => expect(world.peers[0]?.readyState).toBe(3))
    await world.timers.advance(60_000)
    expect(world.peers).toHaveLength(1)
    expect(world.connection.state().state).toBe('offline')
  })

  it('does not reconnect when the server says the session is over, and ends the session', async () => {
    await live()
    world.peers[0]?.close(PUSH_CLOSE.session_over)
    await until(() => expect(world.onSessionOver).toHaveBeenCalledOnce())
    await world.timers.advance(60_000)
    expect(world.peers).toHaveLength(1)
  })

  it('pings 30 s after the last activity, and stays open after a pong', async () => {
    await live()
    await world.timers.advance(29_999)
    expect(world.heard).not.toContain('ping')
    await world.timers.advance(1)
    await until(() => expect(world.answers).toContain('pong'))
    await world.timers.advance(30_000)
    expect(world.connection.state().state).toBe('live')
  })

  it('closes and reconnects when nothing arrives within 30 s after the ping', async () => {
    await live()
    world.options.answer = false
    await world.timers.advance(30_000)
    await until(() => expect(world.heard).toContain('ping'))
    await world.timers.advance(30_000)
    await becomes(world.connection, 'reconnecting')
    world.options.answer = true
    await world.timers.advance(2_000)
    await becomes(world.connection, 'live')
  })

  it('is offline since the loss after several failures, with delays of 2 s times 1.3 each', async () => {
    await live()
    const lost_at = world.timers.now()
    for (const peer of world.peers) peer.terminate()
    await new Promise<void>((done) => world.server.close(() => done()))
    await becomes(world.connection, 'reconnecting')
    for (const wait_ms of [2_000, 2_600]) {
      const { ended } = world.attempts
      await world.timers.advance(wait_ms)
      await until(() => expect(world.attempts.ended).toBe(ended + 1))
    }
    await becomes(world.connection, 'offline')
    expect(world.connection.state().since).toBe(lost_at)
  })

  it('reconnects at once when the network returns', async () => {
    await live()
    world.peers[0]?.terminate()
    await becomes(world.connection, 'reconnecting')
    world.connection.network(true)
    await becomes(world.connection, 'live')
  })
})
