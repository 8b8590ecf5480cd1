import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import { generateFleet } from './fleet.ts'
import { forkMeasuring } from './forked.ts'
import { childRunning, cpuOf } from './processes.ts'
import { giveSecret, type Place, type Product, signIn, withProduct } from './product.ts'
import { atMost, describeMachine, type Outcome, percentile, spreadsOf } from './result.ts'

type ReconnectSize = {
  /** Each is an open file of the gateway and of the process of the modules: a machine's limit (`ulimit -n`) bounds them. */
  sessions: number
  repeats: number
}

export type ReconnectMessage =
  | { kind: 'connect'; port: number; macs: readonly string[]; secret_hex: string }
  | { kind: 'returned'; most_ms: number }

/**
 * Of every module: time from the kill to its new subscription, and the CONNECTs it sent for it; an attempt that nobody
 * listens to sends none.
 */
export type Returned = { took_ms: number[]; connects: number[] }

/** R9 of the quality plan. */
const BACK_MAX_S = 15
const CONNECTS_MAX = 2
const WAIT_MAX_MS = 120_000
/** Between two kills: what the first one left to do is done. */
const SETTLED_MS = 20_000

/**
 * R9: the gateway, which is also the broker, is killed while all modules are connected; each comes back by itself, logs in with its
 * signature and subscribes. In the end the device list counts all of them as online.
 */
export const measureReconnect = async (size: ReconnectSize, place: Place, say: (line: string) => void) =>
  withProduct(place, { HEATFLEET_MQTT_CONNECTIONS: String(size.sessions + 1_000) }, async (product) => {
    const { sessions, repeats } = size
    await generateFleet(product.client, sessions)
    const secret_hex = await giveSecret(product.client)
    const { rows } = await product.client.query<{ mac: string }>('select mac from devices order by device_id')
    const modules = forkMeasuring<ReconnectMessage>(join(import.meta.dirname, 'reconnect-process.ts'))
    try {
      const began_ms = performance.now()
      await modules.request<null>({
        kind: 'connect',
        port: product.mqtt_port,
        macs: rows.map(({ mac }) => mac),
        secret_hex,
      })
      say(`${rows.length} modules are connected after ${((performance.now() - began_ms) / 1_000).toFixed(1)} s`)
      const turns: Awaited<ReturnType<typeof measureTurn>>[] = []
      for (let turn = 1; turn <= repeats; turn += 1) {
        await pause(SETTLED_MS)
        const figures = await measureTurn(product, () =>
          modules.request<Returned>({ kind: 'returned', most_ms: WAIT_MAX_MS }),
        )
        turns.push(figures)
        say(
          `turn ${turn}: 99 % are back after ${figures.back_p99_s.toFixed(1)} s, at most ${figures.connects_most} CONNECTs each`,
        )
      }
      await pause(SETTLED_MS)
      const online = await countOnline(product)
      const figures = spreadsOf(turns)
      return {
        workload: 'reconnect',
        ...size,
        machine: await describeMachine(product.client),
        is_pinned: place.is_pinned,
        figures,
        online,
        outcomes: [
          atMost('99 % of the modules are back, in s', figures.back_p99_s.max, BACK_MAX_S),
          atMost('CONNECTs of a module for one kill', figures.connects_most.max, CONNECTS_MAX),
          atMost('modules that are not online in the end', sessions - online, 0),
        ] satisfies Outcome[],
      }
    } finally {
      modules.close()
    }
  })

const measureTurn = async (product: Product, untilBack: () => Promise<Returned>) => {
  const gateway = childRunning(product.pid, 'gateway/main.ts')
  const before_us = cpuOf(product.pid)
  const returned = untilBack()
  process.kill(gateway, 'SIGKILL')
  const { took_ms, connects } = await returned
  const seconds = took_ms.map((ms) => ms / 1_000)
  return {
    back_p50_s: percentile(seconds, 50),
    back_p99_s: percentile(seconds, 99),
    back_last_s: Math.max(...seconds),
    connects_mean: connects.reduce((sum, count) => sum + count, 0) / connects.length,
    connects_most: Math.max(...connects),
    cpu_us_per_module: (cpuOf(product.pid) - before_us) / connects.length,
  }
}

const countOnline = async ({ url }: Product): Promise<number> => {
  const { call } = await signIn(url, 'admin')
  const { counts } = await call(api.deviceList, { query: { size: 1 }, body: {} })
  return counts.online
}
