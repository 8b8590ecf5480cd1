import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { Registry } from 'prom-client'
import { createChanges } from '../src/changes.ts'
import { readConfig } from '../src/config.ts'
import { createLayouts } from '../src/features/products/public.ts'
import { createOpenSockets } from '../src/open-sockets.ts'
import type { FromGateway, ToGateway } from '../src/platform/bus.ts'
import { createPush } from '../src/transports/push.ts'
import { createPushServices } from '../src/wiring-push.ts'
import type { TestDatabase } from './database.ts'
import type { MovedClock } from './moved-clock.ts'
import { openPushConsole } from './push-console.ts'

export type TestStatus = Extract<FromGateway, { kind: 'status' }>

/** Seals and derives secrets on this stage. */
export const PUSH_SECRET_KEY = Buffer.alloc(32, 7)

/** A listening server with the realtime socket on it, a gateway the test plays, and consoles over real sockets. */
export const openPushStage = async (database: TestDatabase, clock: MovedClock) => {
  const published: ToGateway[] = []
  const listeners = new Set<(message: FromGateway) => void>()
  const bus = {
    publish: (message: ToGateway) => void published.push(message),
    subscribe: (listener: (message: FromGateway) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const context = {
    config: readConfig({}),
    secret_key: PUSH_SECRET_KEY,
    database,
    clock,
    bus,
    log: pino({ level: 'silent' }),
    metrics: new Registry(),
  }
  const changes = createChanges()
  const open_sockets = createOpenSockets()
  const push = createPush(
    context,
    createPushServices({
      ...context,
      layouts: createLayouts(context),
      changes,
      open_sockets,
      writeAudit: async () => {},
    }),
  )
  const server = createServer((_, reply) => reply.writeHead(404).end())
  push.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a listening TCP server has one

  return {
    published,
    changes,
    open_sockets,
    metrics: context.metrics,
    open: (options?: { origin?: string; path?: string }) => openPushConsole(port, options),
    /** Messages of the gateway process. */
    gateway: (message: FromGateway) => {
      for (const listener of listeners) listener(message)
    },
    close: async () => {
      await push.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
