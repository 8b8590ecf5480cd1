import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { generateFleet } from './fleet.ts'
import { connectModules, type ModuleFleet } from './module-fleet.ts'
import { childRunning, cpuOf } from './processes.ts'
import { giveSecret, type Place, type Product, signIn, withProduct } from './product.ts'
import { atLeast, atMost, describeMachine, type Outcome, percentile, spreadsOf } from './result.ts'
import { connectUpgradeFleet, type UpgradeFleet } from './upgrade-fleet.ts'

type UpgradesSize = {
  /** Modules that download at once, and as many others that report meanwhile. */
  modules: number
  image_kib: number
  /** Reports a second, of all that report. */
  rate: number
  /** Length of one measurement without a campaign. */
  seconds: number
  /** Campaigns, each between two measurements without one. */
  repeats: number
}

const HARDWARE = 'DTU4G-B'
/** Of the units of the campaign: a list of ids holds fewer. */
const IMPORT_TAG = 'bench campaign'
const OVER_MAX_MS = 1_800_000
const LOOK_MS = 1_000
const REPORTS_MAX = 50_000

/** One measurement: reports acknowledged, and the gateway's share of a core. */
type Turn = { p50_ms: number; p99_ms: number; gateway_share: number }

/**
 * OTA: a campaign over many modules at once, in one wave, beside the reports of others: transfer rate, processor time of the gateway, and how
 * long reports wait for their acknowledgement, in turns with no campaign.
 */
export const measureUpgrades = async (size: UpgradesSize, place: Place, say: (line: string) => void) =>
  withProduct(place, { HEATFLEET_COMPACT_AFTER_MIN: '100000' }, async (product) => {
    const { modules, image_kib, rate, seconds, repeats } = size
    const { client } = product
    await generateFleet(client, 2 * modules)
    const { rows: devices } = await client.query<{ mac: string }>('select mac from devices order by device_id')
    const macs = devices.map(({ mac }) => mac)
    const [downloading, reporting] = [macs.slice(0, modules), macs.slice(modules)]
    const { rows: products } = await client.query<{ product_key: string }>(
      'select product_key from products where built_in',
    )
    const product_key = products[0]?.product_key ?? ''
    await client.query('update devices set product_key = $1, import_tag = $2 where mac = any($3)', [
      product_key,
      IMPORT_TAG,
      downloading,
    ])
    const secret_hex = await giveSecret(client)
    const { call } = await signIn(product.url, 'admin')
    const from_s = Math.floor(Date.now() / 1_000) - 3_600
    const reporters = { macs: reporting, secret_hex, from_s, reports: REPORTS_MAX, port: product.mqtt_port }
    const ours = await connectModules({ ...reporters, has_sink: false })
    const fleet = await connectUpgradeFleet({
      port: product.mqtt_port,
      macs: downloading,
      secret_hex,
      hardware_version: HARDWARE,
      software_version: '1.0.0',
    })
    try {
      say(`${modules} modules wait for an image of ${image_kib} KiB, ${reporting.length} report`)
      await ours.run(Math.min(3, seconds), rate)
      const without: Turn[] = []
      const campaigns: (Turn & Awaited<ReturnType<typeof oneCampaign>>)[] = []
      const measureWithout = async (): Promise<void> => {
        without.push((await measured(product, () => ours.run(seconds, rate).then((figures) => ({ figures })))).turn)
      }
      await measureWithout()
      for (let turn = 1; turn <= repeats; turn += 1) {
        const image = randomBytes(image_kib * 1_024)
        const firmware_id = await upload(call, product_key, `${turn + 1}.0.0`, image)
        const { turn: figures, done } = await measured(product, () =>
          ours.during(rate, () => oneCampaign(call, fleet, { firmware_id, modules })),
        )
        if (done !== undefined) campaigns.push({ ...figures, ...done })
        say(`campaign ${turn}: ${done?.succeeded} of ${modules} succeeded in ${Math.round(done?.seconds ?? 0)} s`)
        await measureWithout()
      }
      const [quiet, busy] = [spreadsOf(without), spreadsOf(campaigns)]
      const lost = campaigns.reduce((sum, { succeeded }) => sum + modules - succeeded, 0)
      const { damaged, generator_share } = await fleet.figures()
      return {
        workload: 'ota',
        ...size,
        machine: await describeMachine(client),
        is_pinned: place.is_pinned,
        places: LIMITS.upgrade_downloads_max,
        bytes_per_s_of_a_module: LIMITS.upgrade_bytes_per_s,
        without_campaign: quiet,
        campaign: busy,
        ratio_p99: busy.p99_ms.median / quiet.p99_ms.median,
        generator_share,
        outcomes: [
          atLeast('modules at once', modules, 1_000),
          atMost('upgrades that did not succeed', lost, 0),
          atMost('images that came damaged', damaged, 0),
          atMost(
            'PUBACK p99 of reports during a campaign over that without one',
            busy.p99_ms.median / quiet.p99_ms.median,
            1.2,
          ),
        ] satisfies Outcome[],
      }
    } finally {
      ours.close()
      fleet.close()
    }
  })

type Figures = Awaited<ReturnType<ModuleFleet['run']>>

/** What reports and gateway did while something ran. */
const measured = async <Done>(
  product: Product,
  task: () => Promise<{ figures: Figures; done?: Done }>,
): Promise<{ turn: Turn; done: Done | undefined }> => {
  const gateway = childRunning(product.pid, 'gateway/main.ts')
  const [before_us, began_ms] = [cpuOf(gateway), performance.now()]
  const { figures, done } = await task()
  const gateway_share = (cpuOf(gateway) - before_us) / 1_000 / (performance.now() - began_ms)
  const turn = { p50_ms: percentile(figures.took_ms, 50), p99_ms: percentile(figures.took_ms, 99), gateway_share }
  return { turn, done }
}

const upload = async (call: Call, product_key: string, software_version: string, image: Buffer): Promise<number> => {
  const sha256 = createHash('sha256').update(image).digest('hex')
  const firmware = {
    product_key,
    module: 'dtu' as const,
    hardware_version: HARDWARE,
    software_version,
    name: `Bench ${software_version}`,
  }
  const file = { file_name: 'bench.bin', size: image.length, sha256 }
  const { upload_id } = await call(api.firmwareUpload, { body: { firmware, file } })
  const params = { id: upload_id }
  for (let offset = 0; offset < image.length; offset += LIMITS.firmware_part_bytes) {
    const data = image.subarray(offset, offset + LIMITS.firmware_part_bytes).toString('base64')
    await call(api.firmwarePart, { params, body: { offset, data } })
  }
  return (await call(api.firmwareFinish, { params })).firmware_id
}

/** All units in one wave, watched for no time: the campaign ends with its last upgrade. */
const oneCampaign = async (
  call: Call,
  fleet: UpgradeFleet,
  { firmware_id, modules }: { firmware_id: number; modules: number },
) => {
  const before = await fleet.figures()
  // A campaign to many units begins with a test group: here all of them, in one wave as without one.
  const filter = { import_tag: IMPORT_TAG }
  const { group_id } = await call(api.createDeviceGroup, { body: { group_name: `Bench ${firmware_id}`, filter } })
  const { rollout_id } = await call(api.upgradeCampaign, {
    body: {
      name: `Bench ${firmware_id}`,
      firmware_id,
      test_group_id: group_id,
      target: { by: 'filter', filter: DeviceFilter.parse(filter) },
      waves: [{ size: 100, unit: 'percent' }],
      stop_failed_percent: 100,
      stop_failed_min: modules,
      wave_finished_percent: 100,
      health_minutes: 0,
      cold_limit_c: null,
      spare_heating: false,
    },
  })
  const params = { id: rollout_id }
  await call(api.rolloutApprove, { params })
  const began_ms = performance.now()
  await call(api.rolloutRun, { params, body: { action: 'start' } })
  for (let waited_ms = 0; waited_ms < OVER_MAX_MS; waited_ms += LOOK_MS) {
    const { state, counts } = await call(api.rolloutInfo, { params })
    if (state !== 'running') {
      const seconds = (performance.now() - began_ms) / 1_000
      const after = await fleet.figures()
      const took_ms = after.took_ms.slice(before.took_ms.length)
      return {
        succeeded: counts.done,
        seconds,
        bytes_per_s: (after.bytes - before.bytes) / seconds,
        image_p50_s: percentile(took_ms, 50) / 1_000,
        image_p99_s: percentile(took_ms, 99) / 1_000,
      }
    }
    await pause(LOOK_MS)
  }
  throw new Error('the campaign did not end')
}
