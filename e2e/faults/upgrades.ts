import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Upgrade } from '@heatfleet/contract/firmware/firmware.ts'
import type { Credentials } from '../device-client.ts'
import { freePort } from '../free-port.ts'
import { startProduct } from '../product.ts'
import type { Checks } from './checks.ts'
import { serveOn } from './kill-targets.ts'
import { pick, seeded } from './seeded.ts'
import { openStage, type Ports, type Stage, strike, untilOnline } from './strike.ts'
import { UPGRADE_FAULTS, type UpgradeFault, type UpgradeModule } from './upgrade-faults.ts'
import { startUpgradeModule } from './upgrade-module.ts'

/** As many as one account may have open upgrades. */
const UNITS = 18
/** One module of so many fetches its image by link. */
const HTTP_EVERY = 3
const HARDWARE = 'DTU-4G-B'
const OLD = '1.4.2'
const NEW = '1.5.0'
const IMAGE_BYTES = 98_304
const ROUND_MAX_MS = 180_000
const LOOK_MS = 500
const SEED = 20_261_126

/** How an upgrade with this fault must end. */
const EXPECTED: Record<UpgradeFault, string> = {
  none: 'success',
  cut: 'success',
  power_loss: 'success',
  flip: 'check_error sha',
  rolls_back: 'check_error rolled_back',
  lies: 'check_error version_not_shown',
  refuses: 'rejected low',
}

/**
 * Upgrades units again and again, each with a fault, while server, gateway or database are killed: every upgrade ends with
 * its result, no module starts an image that is not the signed one, and each runs the old version or the new one.
 */
export const upgradeRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const data = mkdtempSync(join(tmpdir(), 'heatfleet-upgrades-'))
  chmodSync(data, 0o755)
  const ports: Ports = { http_port: await freePort(), mqtt_port: await freePort() }
  const units = await seed(data, ports)
  let stage = await openStage(await serveOn(data, ports), ports)
  const { firmware_id, sha256, product_key } = await findImage(stage.call)
  const { public_key } = await stage.call(api.firmwareVersions, { query: { product_key } })
  const modules = units.map((unit, at) =>
    startUpgradeModule(ports.mqtt_port, unit, {
      hw: HARDWARE,
      old_version: OLD,
      public_key,
      has_http: at % HTTP_EVERY === 0,
    }),
  )
  const below = seeded(SEED)
  const total = { upgrades: 0, kills: 0, stuck: 0, wrong: 0 }
  try {
    await untilOnline(() => countOnline(stage.call), UNITS)
    for (let round = 0; round < rounds; round += 1) {
      const began_ms = performance.now()
      const done = await oneRound(
        stage,
        modules,
        firmware_id,
        () => ({
          fault: pick(below, UPGRADE_FAULTS),
          at_byte: below(IMAGE_BYTES),
        }),
        round,
      )
      stage = done.stage
      total.upgrades += UNITS
      total.kills += 1
      total.stuck += done.stuck
      total.wrong += done.wrong
      const took_s = Math.round((performance.now() - began_ms) / 1_000)
      checks.note(`round ${round + 1} of ${rounds}: ${UNITS} upgrades ended in ${took_s} s`)
    }
    const images = modules.flatMap(({ started }) => started)
    const foreign = images.filter((one) => one !== sha256).length
    const fetched = modules.reduce((sum, module) => sum + module.fetched(), 0)
    const bricked = modules.filter(({ version }) => version() !== OLD && version() !== NEW).length
    checks.note(
      `${total.upgrades} upgrades with a fault each, ${total.kills} kills: ${total.stuck} stuck, ${total.wrong} with a wrong result, ` +
        `${images.length} images started, ${foreign} of them foreign, ${bricked} units without a version`,
    )
    checks.note(`${Math.round(fetched / 1024)} KiB of the images came by link`)
    checks.expect('every upgrade came to its end', total.stuck === 0, `${total.stuck} stuck`)
    checks.expect('each ended with the result of its fault', total.wrong === 0, `${total.wrong} wrong`)
    checks.expect('no module started an image that is not the signed one', foreign === 0, `${foreign} foreign`)
    checks.expect('every module runs a version', bricked === 0, `${bricked} bricked`)
    checks.expect('images came by link and in chunks', fetched > 0, `${fetched} bytes by link`)
    checks.expect('some upgrades succeeded', images.length > 0, `${images.length} images`)
  } finally {
    for (const module of modules) module.stop()
    await stage.product.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** The demo creates units and firmware. */
const seed = async (data: string, ports: Ports): Promise<Credentials[]> => {
  const demo = await startProduct({ mode: 'start', data, demo: UNITS + 4, ...ports })
  // Written by the product itself for its simulator.
  const fleet = JSON.parse(readFileSync(join(data, 'demo', 'fleet.json'), 'utf8')) as { units: Credentials[] }
  await demo.stop()
  return fleet.units.slice(0, UNITS)
}

const findImage = async (call: Call) => {
  const { list } = await call(api.firmwareList, { query: { pageNo: 1, size: 99 }, body: { software_version: NEW } })
  const found = list.find(({ hardware_version }) => hardware_version === HARDWARE)
  if (found === undefined) throw new Error('the demo has no newer firmware')
  return found
}
const countOnline = async (call: Call): Promise<number> =>
  (await call(api.deviceList, { query: { pageNo: 1, size: 10 } })).counts.online

const lastOf = async (call: Call, mac: string): Promise<Upgrade | undefined> =>
  (await call(api.deviceUpgrades, { query: { mac, pageNo: 1, size: 1 } })).list[0]

/** One upgrade of each unit, with a kill in the middle. */
const oneRound = async (
  before: Stage,
  modules: readonly UpgradeModule[],
  firmware_id: number,
  draw: () => { fault: UpgradeFault; at_byte: number },
  round: number,
): Promise<{ stage: Stage; stuck: number; wrong: number }> => {
  let stage = before
  const faults = new Map<string, UpgradeFault>()
  for (const module of modules) {
    const { fault, at_byte } = draw()
    faults.set(module.did, fault)
    module.begin(fault, at_byte)
  }
  await untilOld(stage.call, modules)
  for (const { did } of modules) await begin(stage.call, did, firmware_id)
  await wait(300 + (round % 7) * 250)
  stage = await strike(stage, round)
  const results = new Map<string, string>()
  for (let waited_ms = 0; waited_ms < ROUND_MAX_MS && results.size < modules.length; waited_ms += LOOK_MS) {
    for (const { did } of modules) {
      if (results.has(did)) continue
      const last = await lastOf(stage.call, did).catch(() => undefined)
      if (last?.finish_time) results.set(did, [last.state, last.reason].filter((part) => part !== null).join(' '))
    }
    if (results.size < modules.length) await wait(LOOK_MS)
  }
  const wrong = [...results].filter(([did, result]) => result !== EXPECTED[faults.get(did) ?? 'none'])
  for (const [did, result] of wrong) console.error(`${did}: ${result} after ${faults.get(did)}`)
  for (const { did } of modules) if (!results.has(did)) console.error(`${did}: stuck after ${faults.get(did)}`)
  return { stage, stuck: modules.length - results.size, wrong: wrong.length }
}

/** The rollouts of the round before end with their next turn: until then the account may have too many of them open. */
const begin = async (call: Call, mac: string, firmware_id: number): Promise<void> => {
  for (let waited_ms = 0; waited_ms < ROUND_MAX_MS; waited_ms += LOOK_MS) {
    const refused = await call(api.deviceUpgrade, { body: { mac, firmware_id } }).then(
      () => null,
      (error: unknown) => error,
    )
    if (refused === null) return
    if (!(refused instanceof Refusal) || refused.code !== 'rollouts_open') throw refused
    await wait(LOOK_MS)
  }
  throw new Error('the rollouts of the round before did not end')
}

/** Each unit is known with the old version again, and on line. */
const untilOld = async (call: Call, modules: readonly UpgradeModule[]): Promise<void> => {
  let late = [...modules]
  let known: unknown = null
  for (let waited_ms = 0; waited_ms < ROUND_MAX_MS && late.length > 0; waited_ms += LOOK_MS) {
    const still: UpgradeModule[] = []
    for (const module of late) {
      const read = call(api.deviceUpgrades, { query: { mac: module.did, pageNo: 1, size: 1 } })
      const version = await read.then(
        ({ current }) => current.module_version,
        (error: unknown) => error,
      )
      if (version === OLD) continue
      known = version
      still.push(module)
      module.register()
    }
    late = still
    await wait(LOOK_MS)
  }
  if (late.length > 0)
    throw new Error(
      `known with another version than the old one: ${late.map(({ did, version }) => `${did} (runs ${version()})`).join(', ')}; last read: ${String(known)}`,
    )
}
