import { percentile, type Spread, spreadOf } from './figures.ts'
import type { MeasuredProduct } from './product-process.ts'
import { startRemoteFleet } from './remote-fleet.ts'
import { timesOf } from './times-of.ts'

export type UnderIngest = {
  sessions: number
  /** Reports a second: the most the product took, and the share of it that came in while it was asked. */
  most_rate: number
  rate: number
  generator_share: number
  alone_p50_ms: Spread
  alone_p99_ms: Spread
  meanwhile_p50_ms: Spread
  meanwhile_p99_ms: Spread
  /** The p99 meanwhile over the one alone, of each turn. */
  times_alone: Spread
}

export type UnderIngestAsk = {
  dids: readonly string[]
  secret_hex: string
  repeats: number
  /** Asks a turn, on each side. */
  asks: number
  /** Asks the question once. */
  send: () => Promise<unknown>
}

/** Share of its highest rate, as W1 has it. */
const PACE = 0.7
const WARM_UP_S = 2
const MOST_S = 4
const REPORTS_MAX = 2_500

/** One question in turns: with nothing else going on, and while modules with sessions of their own report at 70 % of what the product takes. */
export const askUnderIngest = async (ask: UnderIngestAsk, product: MeasuredProduct): Promise<UnderIngest> => {
  const { dids, secret_hex, repeats, asks, send } = ask
  const from_s = Math.floor(Date.now() / 1_000) - 3_600
  const fleet_ask = { dids: [...dids], secret_hex, port: product.mqtt_port, has_sink: false }
  const fleet = await startRemoteFleet(fleet_ask, from_s, REPORTS_MAX)
  try {
    await fleet.run(WARM_UP_S, null)
    const most = await fleet.run(MOST_S, null)
    const rate = most.rate * PACE
    const turns: { alone: number[]; meanwhile: number[]; generator_share: number }[] = []
    for (let turn = 0; turn < repeats; turn += 1) {
      const alone = await timesOf(send, asks)
      const { done, figures } = await fleet.during(rate, () => timesOf(send, asks))
      turns.push({ alone, meanwhile: done, generator_share: figures.generator_share })
    }
    const spread = (side: 'alone' | 'meanwhile', at: number): Spread =>
      spreadOf(turns.map((turn) => percentile(turn[side], at)))
    return {
      sessions: dids.length,
      most_rate: Math.round(most.rate),
      rate: Math.round(rate),
      generator_share: Math.max(...turns.map(({ generator_share }) => Number(generator_share.toPrecision(3)))),
      alone_p50_ms: spread('alone', 50),
      alone_p99_ms: spread('alone', 99),
      meanwhile_p50_ms: spread('meanwhile', 50),
      meanwhile_p99_ms: spread('meanwhile', 99),
      times_alone: spreadOf(turns.map(({ alone, meanwhile }) => percentile(meanwhile, 99) / percentile(alone, 99))),
    }
  } finally {
    fleet.close()
  }
}
