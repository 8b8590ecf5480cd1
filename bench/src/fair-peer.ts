import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ModuleFleet } from './module-fleet.ts'
import { startMosquitto } from './mosquitto.ts'
import { cpuOf, start, untilReady } from './processes.ts'
import type { Place } from './product.ts'
import { SENT_REGISTERS } from './reports.ts'
import { startVictoriaMetrics } from './victoria-metrics.ts'

/**
 * What a user would build of parts: Mosquitto, a consumer in Node that decodes the registers of each report (stack-consumer.ts), and VictoriaMetrics,
 * which stores them as single values. It has no log-in, rules, current state or alarms, and loses some seconds in a power cut.
 */
type Stack = {
  name: string
  /** Of its broker. */
  port: number
  pids: readonly number[]
  /** Reports that VictoriaMetrics has accepted. */
  stored: () => number
  stop: () => Promise<void>
}

const STORED_MAX_MS = 120_000

/** Null where one of its programs is not installed. */
export const startStack = async (place: Place): Promise<Stack | null> => {
  const broker = await startMosquitto(place)
  const store = broker && (await startVictoriaMetrics(place.is_pinned))
  if (broker === null || store === null) {
    await broker?.stop()
    return null
  }
  const consumer = start(
    [process.execPath, join(import.meta.dirname, 'stack-consumer.ts'), String(broker.port), store.url],
    place.is_pinned ? 'measured' : null,
  )
  await untilReady(consumer, () => Promise.resolve(consumer.output().includes('stored 0\n')))
  return {
    name: `${broker.name} - consumer in Node ${process.version} - VictoriaMetrics`,
    port: broker.port,
    pids: [broker.pid, consumer.pid, store.pid],
    stored: () => Number(consumer.output().match(/stored (\d+)\n$/)?.[1] ?? 0),
    stop: async () => {
      for (const each of [consumer, store, broker]) await each.stop()
    },
  }
}

/** Processor time of all its processes, until the last report of the run is stored. */
export const measureStack = async (modules: ModuleFleet, stack: Stack, seconds: number, our_us: number) => {
  const usage = () => stack.pids.map((pid) => cpuOf(pid))
  const [before, stored] = [usage(), stack.stored()]
  const sent = await modules.run(seconds, null)
  for (let waited_ms = 0; stack.stored() < stored + sent.reports; waited_ms += 50) {
    if (waited_ms > STORED_MAX_MS) throw new Error(`the stack stored ${stack.stored() - stored} of ${sent.reports}`)
    await pause(50)
  }
  const [stack_broker_us = 0, stack_consumer_us = 0, stack_store_us = 0] = usage().map(
    (after, at) => (after - (before[at] ?? 0)) / sent.reports,
  )
  const stack_us_per_report = stack_broker_us + stack_consumer_us + stack_store_us
  return {
    stack_us_per_report,
    stack_broker_us,
    stack_consumer_us,
    stack_store_us,
    stack_us_per_value: stack_us_per_report / SENT_REGISTERS,
    share_of_stack: our_us / stack_us_per_report,
  }
}
