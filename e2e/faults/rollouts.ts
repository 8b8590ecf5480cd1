import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { RolloutUnit } from '@heatfleet/contract/rollouts/rollout.ts'
import type { Credentials } from '../device-client.ts'
import { freePort } from '../free-port.ts'
import { startProduct } from '../product.ts'
import type { Checks } from './checks.ts'
import { serveOn } from './kill-targets.ts'
import { type SetPointModule, startSetPointModule } from './set-point-module.ts'
import { openStage, type Ports, type Stage, strike, untilOnline } from './strike.ts'

const UNITS = 24
/** Of these, so many refuse every write until they are repaired, so many have the value already, so many come on line late. */
const BROKEN = 2
const EQUAL = 3
const LATE = 3
const LATE_MS = 6_000
/** Half degrees: all begin at 45, those that are equal at the first value that is set. */
const RAW_BEFORE = 90
const VALUES_C = [47, 46] as const
const OVER_MAX_MS = 180_000
const LOOK_MS = 250

/** What one rollout did, beside what it should have done. */
type Outcome = { kills: number; lost: number; twice: number; wrong: number }

/**
 * Kills the server, its gateway or its database again and again while settings are rolled out: each unit is written once,
 * none is left out, and the rollout ends with the states of one that was never killed. Each rollout takes as many kills
 * as come until it is over; `rounds` are kills altogether.
 */
export const rolloutRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const data = mkdtempSync(join(tmpdir(), 'heatfleet-rollouts-'))
  chmodSync(data, 0o755)
  const ports = { http_port: await freePort(), mqtt_port: await freePort() }
  const units = await seed(data, ports)
  let stage = await openStage(await serveOn(data, ports), ports)
  const modules = startModules(units, ports.mqtt_port)
  const total = { rollouts: 0, kills: 0, lost: 0, twice: 0, wrong: 0 }
  try {
    await untilOnline(() => countOnline(stage.call), UNITS - LATE)
    while (total.kills < rounds) {
      const value_c = VALUES_C[total.rollouts % VALUES_C.length] ?? VALUES_C[0]
      const done = await oneRollout(stage, modules, value_c, rounds - total.kills)
      stage = done.stage
      total.rollouts += 1
      for (const key of ['kills', 'lost', 'twice', 'wrong'] as const) total[key] += done.outcome[key]
    }
    const { rollouts, kills, lost, twice, wrong } = total
    checks.note(
      `${rollouts} rollouts over ${UNITS} units, ${kills} kills: ${lost} units lost, ${twice} written twice, ${wrong} in a wrong state`,
    )
    checks.expect('every unit came to its end', lost === 0, `${lost} lost`)
    checks.expect('no unit was written twice', twice === 0, `${twice} twice`)
    checks.expect('each rollout ended as one that was never killed', wrong === 0, `${wrong} wrong`)
    checks.expect('kills came while units were under way', kills >= rounds && rollouts <= rounds, `${kills} kills`)
  } finally {
    for (const module of modules) module.stop()
    await stage.product.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** The demo creates the units. */
const seed = async (data: string, ports: Ports): Promise<Credentials[]> => {
  const demo = await startProduct({ mode: 'start', data, demo: UNITS, ...ports })
  // Written by the product itself for its simulator.
  const fleet = JSON.parse(readFileSync(join(data, 'demo', 'fleet.json'), 'utf8')) as { units: Credentials[] }
  await demo.stop()
  return fleet.units.slice(0, UNITS)
}

const startModules = (units: readonly Credentials[], port: number): SetPointModule[] =>
  units.map((unit, at) =>
    startSetPointModule(port, unit, {
      raw: at < EQUAL ? VALUES_C[0] * 2 : RAW_BEFORE,
      answer_ms: () => 100 + Math.random() * 900,
      after_ms: at >= UNITS - LATE ? LATE_MS : 0,
    }),
  )

const countOnline = async (call: Call): Promise<number> =>
  (await call(api.deviceList, { query: { pageNo: 1, size: 10 } })).counts.online

/** Proposes, approves and starts one rollout, kills while it runs, retries what failed once, and compares. */
const oneRollout = async (
  before: Stage,
  modules: readonly SetPointModule[],
  value_c: number,
  left: number,
): Promise<{ stage: Stage; outcome: Outcome }> => {
  let stage = before
  const raw = value_c * 2
  const equal = new Set(modules.filter((module) => module.raw() === raw).map(({ did }) => did))
  const broken = modules.filter(({ did }) => !equal.has(did)).slice(0, BROKEN)
  for (const module of broken) module.refuse(true)
  const marks = new Map(modules.map(({ did, written }) => [did, written.length]))
  const id = await begin(stage.call, modules, value_c)
  let kills = 0
  let killed_ms = performance.now()
  const run = async (): Promise<void> => {
    killed_ms = performance.now()
    for (;;) {
      const { state } = await stage.call(api.rolloutInfo, { params: { id } })
      if (state !== 'running') return
      if (kills >= left) {
        await wait(LOOK_MS)
        continue
      }
      await wait(200 + Math.random() * 1_200)
      stage = await strike(stage, kills)
      kills += 1
      killed_ms = performance.now()
    }
  }
  // Each kill takes its time, more on a busy machine: the limit counts from the last one.
  const ended = { since: () => killed_ms, describe: () => stateOf(stage.call, id) }
  await within(run(), ended)
  const [states, wrong_first] = await countWrong(stage.call, id, {
    equal,
    broken: new Set(broken.map(({ did }) => did)),
  })
  // What failed is repaired and tried again, with a kill in between.
  for (const module of broken) module.refuse(false)
  await stage.call(api.rolloutRun, { params: { id }, body: { action: 'retry' } })
  await within(run(), ended)
  const [again, wrong_again] = await countWrong(stage.call, id, { equal, broken: new Set() })
  const writes = modules.map(({ did, written }) => ({ did, ids: written.slice(marks.get(did) ?? 0) }))
  const twice = writes.filter(({ did, ids }) => ids.length > (equal.has(did) ? 0 : 1)).length
  const lost = modules.filter((module) => module.raw() !== raw).length + Math.abs(modules.length - again.length)
  return {
    stage,
    outcome: { kills, lost, twice, wrong: wrong_first + wrong_again + Math.abs(modules.length - states.length) },
  }
}

const begin = async (call: Call, modules: readonly SetPointModule[], value_c: number): Promise<number> => {
  const { rollout_id } = await call(api.rolloutCreate, {
    body: {
      name: `Kill ${value_c}`,
      product_key: 'r290-monobloc',
      target: { by: 'macs', macs: modules.map(({ did }) => did) },
      points: [{ key: 'sp_heat', value: value_c }],
      waves: [
        { size: 4, unit: 'devices' },
        { size: 50, unit: 'percent' },
        { size: 100, unit: 'percent' },
      ],
      stop_failed_percent: 100,
      stop_failed_min: UNITS,
    },
  })
  const params = { id: rollout_id }
  await call(api.rolloutApprove, { params })
  await call(api.rolloutRun, { params, body: { action: 'start' } })
  return rollout_id
}

/** Units in another state than they must be in, with all units. */
const countWrong = async (
  call: Call,
  id: number,
  { equal, broken }: { equal: ReadonlySet<string>; broken: ReadonlySet<string> },
): Promise<[RolloutUnit[], number]> => {
  const { list } = await call(api.rolloutDevices, { params: { id }, query: { pageNo: 1, size: 999 }, body: {} })
  const wrong = list.filter(({ mac, state }) => {
    const expected = equal.has(mac) ? 'equal' : broken.has(mac) ? 'failed' : 'done'
    return state !== expected
  })
  for (const { mac, state, reason, tries } of wrong)
    console.error(`${mac} is ${state} (${reason ?? ''}, ${tries} tries)`)
  return [list, wrong.length]
}

/** What a rollout that does not end waits for, for the message of the fault. */
const stateOf = async (call: Call, id: number): Promise<string> => {
  const { state, halted, wave, counts } = await call(api.rolloutInfo, { params: { id } })
  const { list } = await call(api.rolloutDevices, { params: { id }, query: { pageNo: 1, size: 999 }, body: {} })
  const open = list.filter((unit) => unit.state === 'waiting' || unit.state === 'sent')
  const units = open.map(
    ({ mac, state: at, online, tries, reason }) => `${mac} ${at} ${online} ${tries} ${reason ?? ''}`,
  )
  return [`${state} ${halted ?? ''} wave ${wave} ${JSON.stringify(counts)}`, ...units].join('\n')
}

const within = async (
  work: Promise<void>,
  { since, describe }: { since: () => number; describe: () => Promise<string> },
): Promise<void> => {
  let is_over = false
  const done = work.finally(() => {
    is_over = true
  })
  const watch = async (): Promise<void> => {
    for (; !is_over; await wait(LOOK_MS)) {
      if (performance.now() - since() < OVER_MAX_MS) continue
      console.error(await describe().catch((error: unknown) => String(error)))
      throw new Error(`the rollout did not end in ${OVER_MAX_MS / 1_000} s after its last kill`)
    }
  }
  await Promise.race([done, watch()])
}
