import { setTimeout as wait } from 'node:timers/promises'
import type { Call } from '@heatfleet/contract/client.ts'
import type { Product } from '../product.ts'
import { serveOn } from './kill-targets.ts'
import { postgresPid, startedGatewayPid, untilGone } from './processes.ts'
import { clientOf, signIn } from './stored.ts'

const AGAIN_MAX_MS = 180_000
const LOOK_MS = 250

export type Ports = { http_port: number; mqtt_port: number }
/** A running product, its settings, and somebody who is signed in. */
export type Stage = { product: Product; call: Call; ports: Ports; environment: Readonly<Record<string, string>> }

export const openStage = async (
  product: Product,
  ports: Ports,
  environment: Readonly<Record<string, string>> = {},
): Promise<Stage> => ({
  product,
  ports,
  environment,
  call: clientOf(product.url, await signIn(product.url)),
})

/** In turn the whole server, its gateway alone, and the database: whatever runs comes back by itself or is started anew. */
export const strike = async (stage: Stage, round: number): Promise<Stage> => {
  const main = stage.product.process.pid ?? 0
  const which = round % 3
  if (which === 1) {
    const gateway = await startedGatewayPid(main)
    process.kill(gateway, 'SIGKILL')
    await untilGone([gateway], 2_000)
    return stage
  }
  if (which === 2) {
    const postgres = postgresPid(stage.product.data)
    process.kill(postgres, 'SIGKILL')
    await untilGone([postgres], 2_000)
    return { ...stage, call: await signInAgain(stage.product.url) }
  }
  const gateway = await startedGatewayPid(main)
  process.kill(main, 'SIGKILL')
  await untilGone([main, gateway], 8_000)
  const { ports, environment } = stage
  return openStage(await serveOn(stage.product.data, ports, environment), ports, environment)
}

/** The database is back when somebody can sign in. */
const signInAgain = async (url: string): Promise<Call> => {
  for (let waited_ms = 0; waited_ms < AGAIN_MAX_MS; waited_ms += LOOK_MS) {
    const token = await signIn(url).catch(() => null)
    if (token !== null) return clientOf(url, token)
    await wait(LOOK_MS)
  }
  throw new Error('nobody could sign in for three minutes')
}

/** Units that are on line by the product's own count. */
export const untilOnline = async (count: () => Promise<number>, wanted: number): Promise<void> => {
  for (let waited_ms = 0; waited_ms < AGAIN_MAX_MS; waited_ms += LOOK_MS) {
    if ((await count()) >= wanted) return
    await wait(LOOK_MS)
  }
  throw new Error('the modules did not come on line')
}
