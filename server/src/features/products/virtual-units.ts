import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { pollBlocksOf, withBlocks } from '@heatfleet/contract/products/plan.ts'
import { withSchedules } from '@heatfleet/contract/products/schedules.ts'
import type { VirtualBoard, VirtualFleet } from '@heatfleet/contract/products/virtual-units.ts'
import type { Replay } from '@heatfleet/contract/simulator/replay.ts'
import type { Kysely, Transaction } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Changes } from '../../changes.ts'
import { writeDurably } from '../../platform/durable-file.ts'
import type { Tasks } from '../../platform/jobs.ts'
import { EVERYTHING, type Scope } from '../../platform/scope.ts'
import { seal, unseal } from '../../platform/seal.ts'
import type { Tables } from '../../platform/tables.ts'
import { findingsOf, readDraft, unpublishedRefusal } from './drafts.ts'
import { deleteProduct, findProduct } from './store.ts'
import { insertVersion, lockProduct } from './store-drafts.ts'
import {
  countVirtualUnits,
  deleteVirtualUnit,
  findHolder,
  findTrack,
  findTrial,
  findVirtualUnit,
  insertTrial,
  insertVirtualUnit,
  isReadBy,
  listEndedUnits,
  listPlayedUnits,
  type NewReplay,
} from './store-virtual-units.ts'

export type VirtualDeps = Pick<
  AppContext,
  'database' | 'clock' | 'config' | 'bus' | 'log' | 'secret_key' | 'playUnits'
> & {
  changes: Changes
}

const SECRET_BYTES = 32
/** First octet of a MAC that no maker gives away: locally administered, one station. */
const LOCAL_MAC = '02'
/** Marks the copy of a draft in key and name. */
const TRIAL_KEY = '-draft'
const TRIAL_MARK = ' · draft'

/** Starts a virtual unit: a device marked as simulated, played by the simulator from now on. Gives its id. */
export const startVirtualUnit = async (
  deps: VirtualDeps,
  request: {
    product_key: string
    of: 'draft' | 'published'
    agent_id: number | null
    board_pk: string | undefined
    board: VirtualBoard
    /** The last day of another unit of the product, instead of a machine of its own. */
    replay?: NewReplay
  },
  { by, scope }: { by: string; scope: Scope },
): Promise<string> => {
  const { database, clock, secret_key } = deps
  const now = clock.now()
  const mac = LOCAL_MAC + randomBytes(5).toString('hex')
  await database.db.transaction().execute(async (tx) => {
    const product = await lockProduct(tx, request.product_key)
    if (product === null) throw new Refusal('product_unknown')
    if (product.disabled) throw new Refusal('product_disabled')
    if ((await countVirtualUnits(tx)) >= LIMITS.virtual_units_max)
      throw new Refusal('virtual_units_full', { details: { max: LIMITS.virtual_units_max } })
    const board_pk = request.board_pk ?? null
    const wired = board_pk === null ? null : await findProduct(tx, board_pk)
    if (board_pk !== null && wired === null) throw new Refusal('product_unknown', { field: 'board_pk' })
    if (wired !== null && wired.layout_id === null) throw await unpublishedRefusal(tx, wired.product_key)
    const owner = await findHolder(tx, scope, request.agent_id)
    if (owner === null) throw new Refusal('distributor_not_found', { field: 'agent_id' })
    if (request.of === 'published' && product.layout_id === null)
      throw await unpublishedRefusal(tx, request.product_key)
    const read_by =
      request.of === 'published' ? request.product_key : await copyDraft(tx, request.product_key, by, new Date(now))
    await insertVirtualUnit(tx, {
      mac,
      device_name: nameOf(product.name, request.replay),
      read_by,
      product_key: request.product_key,
      holder: owner,
      secret_sealed: seal(secret_key, randomBytes(SECRET_BYTES)),
      started_by: by,
      started_at: new Date(now),
      ends_at: new Date(now + LIMITS.virtual_unit_ms),
      board_pk,
      board: request.board,
      replay: request.replay ?? null,
    })
  })
  const trial = request.of === 'draft' ? await findTrial(database.db, request.product_key) : null
  publishProducts(deps, trial)
  await playVirtualUnits(deps)
  return mac
}

/** Stops a virtual unit and removes it; the copy of a draft goes with the last unit that reads by it. */
export const stopVirtualUnit = async (deps: VirtualDeps, scope: Scope, mac: string): Promise<string> => {
  const ended = await deps.database.db.transaction().execute(async (tx) => {
    const unit = await findVirtualUnit(tx, scope, mac)
    if (unit === null) throw new Refusal('virtual_unit_unknown')
    await deleteVirtualUnit(tx, unit.device_id)
    const is_trial = unit.read_by !== unit.product_key
    if (is_trial && !(await isReadBy(tx, unit.read_by))) await deleteProduct(tx, unit.read_by)
    return unit
  })
  rmSync(join(resolve(deps.config.HEATFLEET_DATA), 'replays', `${mac}.json.gz`), { force: true })
  deps.bus.publish({ kind: 'devices_changed', device_ids: [ended.device_id] })
  await playVirtualUnits(deps)
  return ended.product_key
}

type PlayDeps = Pick<VirtualDeps, 'database' | 'secret_key' | 'config' | 'playUnits'>

/** Sends the simulator the units and their definitions. Idempotent. */
export const playVirtualUnits = (deps: PlayDeps): Promise<void> => deps.playUnits(() => readUnits(deps))

const readUnits = async ({ database, secret_key, config }: PlayDeps): Promise<VirtualFleet['units']> => {
  const rows = await listPlayedUnits(database.db)
  const replays = new Map<string, Replay>()
  for (const row of rows) {
    const replay = await replayOf(database.db, config, row)
    if (replay !== null) replays.set(row.mac, replay)
  }
  return rows.flatMap(({ mac, secret_sealed, data_type, points, poll_blocks, settings, board }) => {
    const secret = unseal(secret_key, secret_sealed)
    // Sealed under another installation's key: it cannot log in.
    if (secret === null) return []
    const { slave, baud, format } = settings.access
    const blocks = poll_blocks.map(({ slave: at, fn, start, quantity }) => ({ slave: at, fn, start, quantity }))
    const line = { slave, baud, fmt: format }
    const { write_sequences, record_tables } = settings
    const definition = { points, blocks, write_sequences, record_tables }
    const replay = replays.get(mac)
    const shown = replay === undefined ? {} : { replay }
    return [{ did: mac, secret_hex: secret.toString('hex'), ...line, board, data_type, ...definition, ...shown }]
  })
}

type PlayedUnit = Awaited<ReturnType<typeof listPlayedUnits>>[number]

/** What a unit shows again; the simulator reads the record from a file, written where it is not there yet. */
const replayOf = async (
  db: Kysely<Tables>,
  { HEATFLEET_DATA }: AppContext['config'],
  { device_id, mac, from_at, until_at, speed, started_at }: PlayedUnit,
): Promise<Replay | null> => {
  if (from_at === null || until_at === null || speed === null) return null
  const file = join(resolve(HEATFLEET_DATA), 'replays', `${mac}.json.gz`)
  if (!existsSync(file)) {
    const track = await findTrack(db, device_id)
    if (track === null) return null
    writeDurably(file, track)
  }
  const span_s = (until_at.getTime() - from_at.getTime()) / 1_000
  return { file, began_ms: started_at.getTime(), speed, span_s }
}

const nameOf = (product_name: string, replay: NewReplay | undefined): string =>
  (replay === undefined ? `Virtual ${product_name}` : `Virtual ${product_name} · ${replay.of_mac}`).slice(
    0,
    LIMITS.device_name_max,
  )

/** Every few minutes those whose time is over are removed. */
export const virtualUnitTasks = (deps: VirtualDeps) =>
  ({
    'end-virtual-units': {
      crontab: '*/5 * * * *',
      run: async () => {
        for (const mac of await listEndedUnits(deps.database.db, new Date(deps.clock.now())))
          await stopVirtualUnit(deps, EVERYTHING, mac)
      },
    },
  }) satisfies Tasks

/** Makes the draft a version of the copy that units read by; the product itself stays as it is. */
const copyDraft = async (tx: Transaction<Tables>, product_key: string, by: string, at: Date): Promise<string> => {
  const { points, settings } = await readDraft(tx, product_key)
  if (points.length === 0) throw new Refusal('no_data_point')
  const errors = findingsOf({ points, settings }).filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (first !== undefined) throw new Refusal('draft_faulty', { details: { count: errors.length, code: first.code } })
  const trial = (await findTrial(tx, product_key)) ?? (await makeTrial(tx, product_key))
  const all = withSchedules(points, settings)
  const poll_blocks = pollBlocksOf(all, settings.access, settings.record_tables)
  const content = { points: withBlocks(all, poll_blocks, settings.access), settings, poll_blocks }
  await insertVersion(tx, trial, content, { by, at, note: '', added: 0, changed: 0, removed: 0 })
  return trial
}

const makeTrial = async (tx: Transaction<Tables>, product_key: string): Promise<string> => {
  const trial = product_key.slice(0, LIMITS.product_key_max - TRIAL_KEY.length) + TRIAL_KEY
  if ((await findProduct(tx, trial)) !== null) throw new Refusal('product_key_exists', { details: { key: trial } })
  await insertTrial(tx, product_key, { product_key: trial, mark: TRIAL_MARK })
  return trial
}

const publishProducts = ({ bus, changes }: VirtualDeps, product_key: string | null): void => {
  if (product_key === null) return
  bus.publish({ kind: 'products_changed', product_keys: [product_key] })
  changes.productsChanged.publish({ product_keys: [product_key] })
}
