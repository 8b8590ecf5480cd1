import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { Checks } from './checks.ts'
import { gatewayPid } from './processes.ts'
import { serveFleet } from './served-fleet.ts'
import { clientOf, signIn } from './stored.ts'
import { untilOnline } from './strike.ts'
import { startUpgradeModule } from './upgrade-module.ts'

const UNITS = 200
const HARDWARE = 'DTU-4G-B'
const OLD = '1.4.2'
/** The demo has both: the first begins with the mark of an image that makes one unit of ten lose its board. */
const BAD = '1.4.9'
const FIXED = '1.5.0'
const FRAIL_EVERY = 10
/** Units of the demo beside those: some never log in. */
const SPARE = 20
const WAVES = [
  { size: 5, unit: 'percent' },
  { size: 25, unit: 'percent' },
  { size: 100, unit: 'percent' },
] as const
/** 5 % of the units. */
const FIRST_WAVE = 10
const OVER_MAX_MS = 480_000
const LOOK_MS = 1_000
/** Clock ticks of /proc a second. */
const TICKS = 100

type Info = ResultOf<typeof api.rolloutInfo>

/**
 * Firmware over 200 modules in waves of 5, 25 and 100 %: an image that makes units lose their board is stopped by the health gate
 * in its first wave, and the fixed one reaches every unit. Prints transfer rate and processor time of the gateway.
 */
export const campaignRounds = async ({ checks }: { checks: Checks }): Promise<void> => {
  const fleet = await serveFleet('campaigns', UNITS + SPARE)
  const { product } = fleet
  const call = clientOf(product.url, await signIn(product.url))
  const { list } = await call(api.firmwareList, {
    query: { pageNo: 1, size: 99 },
    body: { hardware_version: HARDWARE },
  })
  const idOf = (version: string): number =>
    list.find(({ software_version }) => software_version === version)?.firmware_id ?? 0
  const product_key = list[0]?.product_key ?? ''
  const { public_key } = await call(api.firmwareVersions, { query: { product_key } })
  const all = fleet.units.map((unit) =>
    startUpgradeModule(product.mqtt_port, unit, { hw: HARDWARE, old_version: OLD, public_key }),
  )
  try {
    const query = { pageNo: 1, size: UNITS + SPARE }
    await untilOnline(async () => (await call(api.deviceList, { query })).counts.online, UNITS)
    // A few units of the demo have a fault that keeps them away.
    const online = (await call(api.deviceList, { query, body: { online_status: 'online' } })).list.map(({ mac }) => mac)
    const macs = online.toSorted().slice(0, UNITS)
    const modules = all.filter(({ did }) => macs.includes(did))
    for (const [at, mac] of macs.entries())
      if (at % FRAIL_EVERY === FRAIL_EVERY - 1) modules.find(({ did }) => did === mac)?.weaken()
    await call(api.firmwareUpdate, { body: { firmware_id: idOf(BAD), enabled: true } })
    const bad = await run(call, idOf(BAD), macs)
    const touched = modules.filter(({ version }) => version() === BAD).length
    checks.note(
      `${BAD}: ${bad.state} ${bad.halted ?? ''} in wave ${bad.wave}, ${JSON.stringify(bad.counts)}, ${touched} units have it`,
    )
    checks.expect('the bad image was stopped by the health gate', bad.halted === 'failures', bad.halted ?? bad.state)
    // The gate closes with the first unit that lost its board: the rest of the wave may not have begun.
    const is_first = bad.wave === 1 && touched > 0 && touched <= FIRST_WAVE
    checks.expect('in its first wave', is_first, `wave ${bad.wave}, ${touched} units`)
    await call(api.rolloutRun, { params: { id: bad.rollout_id }, body: { action: 'stop' } })
    const [before_ms, began_ms] = [cpuMs(gatewayPid(product.process.pid)), performance.now()]
    const fixed = await run(call, idOf(FIXED), macs)
    const [used_ms, took_ms] = [cpuMs(gatewayPid(product.process.pid)) - before_ms, performance.now() - began_ms]
    const running = modules.filter(({ version }) => version() === FIXED).length
    checks.note(
      `${FIXED}: ${fixed.state}, ${JSON.stringify(fixed.counts)}, ${running} units have it, ${Math.round(took_ms / 1_000)} s`,
    )
    checks.note(`gateway: ${Math.round(used_ms)} ms of processor time for ${UNITS} images`)
    checks.expect('the fixed image reached every unit', fixed.state === 'done' && running === UNITS, `${running} units`)
    checks.expect('every unit is healthy', fixed.counts.done === UNITS, JSON.stringify(fixed.counts))
  } finally {
    for (const module of all) module.stop()
    await fleet.close()
  }
}

/** Proposes, approves and starts a campaign, and waits until it ended or halted. */
const run = async (call: Call, firmware_id: number, macs: string[]): Promise<Info> => {
  const { rollout_id } = await call(api.upgradeCampaign, {
    body: {
      name: `Campaign ${firmware_id}`,
      firmware_id,
      target: { by: 'macs', macs },
      waves: [...WAVES],
      stop_failed_percent: 10,
      stop_failed_min: 1,
      wave_finished_percent: 100,
      health_minutes: 1,
      cold_limit_c: null,
      spare_heating: false,
      retry_minutes: 1,
    },
  })
  const params = { id: rollout_id }
  await call(api.rolloutApprove, { params })
  await call(api.rolloutRun, { params, body: { action: 'start' } })
  for (let waited_ms = 0; waited_ms < OVER_MAX_MS; waited_ms += LOOK_MS) {
    const info = await call(api.rolloutInfo, { params })
    if (info.state !== 'running') return info
    await wait(LOOK_MS)
  }
  throw new Error('the campaign did not end')
}

/** Processor time of a process, ms. */
const cpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS
}
