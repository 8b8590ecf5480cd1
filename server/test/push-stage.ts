import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ClientMessage, PUSH_PATH, ServerMessage } from '@heatfleet/contract/push.ts'
import pino from 'pino'
import { Registry } from 'prom-client'
import { WebSocket } from 'ws'
import { createChanges } from '../src/changes.ts'
import { createLayouts } from '../src/features/products/public.ts'
import type { FromGateway, ToGateway } from '../src/platform/bus.ts'
import { createPush } from '../src/transports/push.ts'
import type { TestDatabase } from './database.ts'
import type { MovedClock } from './moved-clock.ts'

type Unnumbered<M> = M extends { sn: number } ? Omit<M, 'sn'> : never
export type TestStatus = Extract<FromGateway, { kind: 'status' }>

/** A console of a test: everything it heard, and a way to wait for more. */
export type TestConsole = {
  ws: WebSocket
  /** Texts as they came. */
  heard: string[]
  /** Messages so far, parsed strictly. */
  messages: (cmd?: ServerMessage['cmd']) => ServerMessage[]
  /** The next message that was not taken yet. */
  next: () => Promise<ServerMessage>
  send: (message: Unnumbered<ClientMessage>, sn?: number) => number
  authenticate: (who: { uid: number; token: string }) => Promise<ServerMessage>
  closed: Promise<{ code: number; reason: string }>
}

/** A listening server with the realtime socket on it, a gateway the test plays, and consoles over real sockets. */
export const openPushStage = async (database: TestDatabase, clock: MovedClock) => {
  const told: ToGateway[] = []
  const listeners = new Set<(message: FromGateway) => void>()
  const bus = {
    tell: (message: ToGateway) => void told.push(message),
    listen: (listener: (message: FromGateway) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const world = { database, clock, bus, log: pino({ level: 'silent' }), metrics: new Registry() }
  const changes = createChanges()
  const push = createPush(world, { layouts: createLayouts(world), changes })
  const server = createServer((_, reply) => reply.writeHead(404).end())
  push.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a listening TCP server has one

  const open = async (options: { origin?: string; path?: string } = {}): Promise<TestConsole> => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}${options.path ?? PUSH_PATH}`, {
      perMessageDeflate: false,
      ...(options.origin === undefined ? {} : { origin: options.origin }),
    })
    const heard: string[] = []
    let taken = 0
    let wake = () => {}
    let sn = 0
    ws.on('message', (data: Buffer) => {
      heard.push(data.toString())
      wake()
    })
    const closed = new Promise<{ code: number; reason: string }>((resolve) =>
      ws.once('close', (code, reason) => {
        resolve({ code, reason: reason.toString() })
        wake()
      }),
    )
    await new Promise<void>((resolve, reject) => {
      ws.once('open', resolve)
      ws.once('error', reject)
    })
    ws.on('error', () => {})
    const next = async (): Promise<ServerMessage> => {
      for (;;) {
        const text = heard[taken]
        if (text !== undefined) {
          taken += 1
          return ServerMessage.parse(JSON.parse(text))
        }
        if (ws.readyState >= WebSocket.CLOSING) throw new Error('The socket was closed.')
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
    const send: TestConsole['send'] = (message, own_sn) => {
      sn = own_sn ?? sn + 1
      ws.send(JSON.stringify({ ...message, sn }))
      return sn
    }
    return {
      ws,
      heard,
      closed,
      next,
      send,
      messages: (cmd) =>
        heard
          .map((text) => ServerMessage.parse(JSON.parse(text)))
          .filter((message) => cmd === undefined || message.cmd === cmd),
      authenticate: (who) => {
        const user_info = { uid: who.uid, token: who.token }
        const enterprise_info = { enterprise_key: 'heatfleet', signature: '', package_name: 'test' }
        send({ cmd: 'Authenticate', enterprise_info, user_info, product_info: [] })
        return next()
      },
    }
  }
  return {
    told,
    changes,
    metrics: world.metrics,
    open,
    /** What the gateway process tells. */
    gateway: (message: FromGateway) => {
      for (const listener of listeners) listener(message)
    },
    close: async () => {
      await push.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type PushStage = Awaited<ReturnType<typeof openPushStage>>

/** Lets what is on its way over the socket arrive: a round trip through it. */
export const settle = async (console: TestConsole): Promise<void> => {
  await new Promise<void>((resolve) => {
    const arrived = () => {
      console.ws.off('pong', arrived)
      console.ws.off('close', arrived)
      resolve()
    }
    console.ws.on('pong', arrived)
    console.ws.on('close', arrived)
    console.ws.ping()
  })
}
