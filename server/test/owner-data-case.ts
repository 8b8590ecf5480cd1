import { api } from '@heatfleet/contract/api.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import { DATA_RECIPIENT_KEY } from '@heatfleet/contract/endpoint.ts'
import type { OwnerGrantDraft } from '@heatfleet/contract/owner-data/app-owner-data.ts'
import type { z } from 'zod'
import { packLatestBlocks } from '../src/ingest/latest-blocks.ts'
import { ensurePartitions, partitionOf } from '../src/ingest/partitions.ts'
import { codeOnLabel, registerApp } from './app-client.ts'
import type { TestConsole } from './console-world.ts'
import type { TestDatabase } from './database.ts'
import { blockOf, reportBytes, type Words } from './report-bytes.ts'
import type { SmallDevice, SmallFleet } from './small-fleet.ts'

const MINUTE_MS = 60_000
/** Registers of the built-in product: water in and out, in tenths of a degree. */
export const [T_IN, T_OUT] = [14, 18]

/** People who own units of the small fleet, third parties, and reports as the gateway stores them. */
export const ownerDataCase = async (of: { database: TestDatabase; fleet: SmallFleet; console_: TestConsole }) => {
  const { database, fleet, console_ } = of
  const { db } = database
  const app = await registerApp(db, console_.base_url, 'Owner data')

  const unit = (at: number): SmallDevice => {
    const device = fleet.devices[at]
    if (device === undefined) throw new Error(`The small fleet has no unit ${at}.`)
    return device
  }
  /** Stores reports of a unit, and the last of them as its newest values. */
  const report = async ({ device_id }: SmallDevice, reports: readonly (readonly [at_ms: number, words: Words])[]) => {
    for (const [at_ms, words] of reports) {
      await ensurePartitions(database.pool, [partitionOf(at_ms, 'day')])
      const row = { device_id, at: new Date(at_ms), layout_id: fleet.layout_id, raw: reportBytes(at_ms, words) }
      await db.insertInto('report_hot').values(row).execute()
    }
    const [at_ms, words] = reports.at(-1) ?? [0, {}]
    await db
      .updateTable('device_status')
      .set({
        layout_id: fleet.layout_id,
        last_report_at: new Date(at_ms),
        latest_blocks: packLatestBlocks([{ block: blockOf(words), at_s: Math.floor(at_ms / 1_000) }]),
      })
      .where('device_id', '=', device_id)
      .execute()
  }
  /** A person who binds a unit as its owner; `minutes` ago. */
  const own = async (email: string, device: SmallDevice, minutes = 0) => {
    const person = await app.join(email)
    const { claim_generation } = await db
      .selectFrom('devices')
      .select('claim_generation')
      .where('device_id', '=', device.device_id)
      .executeTakeFirstOrThrow()
    await person.call(api.appBind, { body: { device_id: device.mac, code: codeOnLabel(device, claim_generation) } })
    await db
      .updateTable('bindings')
      .set({ bound_at: new Date(Date.now() - minutes * MINUTE_MS) })
      .where('device_id', '=', device.device_id)
      .execute()
    return person
  }
  const recipient = (token: string): Call =>
    createClient({ base_url: console_.base_url, key: DATA_RECIPIENT_KEY, token: () => token })
  /** A third party of an owner, as he named it. */
  const grant = async (
    owner: { call: Call },
    { mac }: SmallDevice,
    draft: Partial<z.input<typeof OwnerGrantDraft>> = {},
  ) => {
    const body = { recipient: 'Cieplo Serwis', purpose: 'Yearly report', expires_in_days: 30, ...draft }
    const made = await owner.call(api.appGrantData, { params: { device_id: mac }, body })
    return { ...made, call: recipient(made.token) }
  }
  return { app, unit, report, own, recipient, grant }
}
