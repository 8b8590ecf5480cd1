import { Refusal } from '@heatfleet/contract/errors.ts'
import type { ShipmentPapers } from '@heatfleet/contract/shipments/shipments.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { sheetOf } from '../../platform/uploaded-sheets.ts'
import { runSheetWork, type SheetCall } from '../../sheets/run-sheet-work.ts'
import { actsFor, checkShipment, recall, type Shipper, ship } from './ship.ts'
import { confirmUnits, findShipment } from './store.ts'
import type { RequestedUnit } from './validate-units.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'bus'>
type Names = 'shipCheck' | 'shipDevices' | 'shipFileCheck' | 'shipFile' | 'recallDevices' | 'confirmReceipt'

/** Shipment, recall and receipt of devices, each one transaction. */
export const shipmentHandlers = ({ database: { db }, clock, bus }: Deps) => {
  const now = () => new Date(clock.now())
  const send = async (
    caller: Caller,
    agent_id: number,
    requested: readonly RequestedUnit[],
    papers: ShipmentPapers,
  ) => {
    const order = { agent_id, asked: requested, papers, now: now() }
    const { device_ids, ...shipped } = await db.transaction().execute((trx) => ship(trx, shipperOf(caller), order))
    bus.publish({ kind: 'devices_changed', device_ids })
    return shipped
  }
  return {
    shipCheck: ({ body: { agent_id, macs } }, { caller }) =>
      checkShipment(db, shipperOf(caller), agent_id, macs.map(toRequestedUnit)),

    shipDevices: async ({ body: { agent_id, macs, ...papers } }, { caller, note }) => {
      note({ object: `distributor ${agent_id}`, detail: { ...papers, macs } })
      const shipped = await send(caller, agent_id, macs.map(toRequestedUnit), papers)
      note({ object: `shipment ${shipped.batch_no}`, detail: { agent_id, ...papers, macs } })
      return shipped
    },

    shipFileCheck: async ({ query: { agent_id }, body }, call) =>
      checkShipment(db, shipperOf(call.caller), agent_id, await readUnitsOf(body, call)),

    shipFile: async ({ query: { agent_id }, body }, call) => {
      const { caller, note } = call
      const { file_name, content, sheet, left_out, ...papers } = body
      note({ object: `distributor ${agent_id}`, detail: { file_name, ...papers } })
      const skipped = new Set(left_out)
      const requested = (await readUnitsOf({ content, sheet }, call)).filter(({ row }) => !skipped.has(row))
      if (requested.length === 0) throw new Refusal('shipment_has_errors', { details: { count: 0 } })
      const shipped = await send(caller, agent_id, requested, papers)
      const macs = requested.map(({ mac }) => mac)
      note({ object: `shipment ${shipped.batch_no}`, detail: { agent_id, file_name, ...papers, macs } })
      return shipped
    },

    recallDevices: async ({ body }, { caller, note }) => {
      const { shipment_id, macs, reason } = body
      note({ object: `shipment ${shipment_id}`, detail: { macs, reason } })
      const request = { shipment_id, macs, reason, now: now() }
      const recalled = await db.transaction().execute((trx) => recall(trx, shipperOf(caller), request))
      note({ object: `shipment ${recalled.batch_no}`, detail: { reason, macs: recalled.macs } })
      bus.publish({ kind: 'devices_changed', device_ids: recalled.device_ids })
      return { count: recalled.macs.length }
    },

    confirmReceipt: async ({ body: { shipment_id, macs } }, { caller, note }) => {
      note({ object: `shipment ${shipment_id}`, detail: { macs } })
      const shipment = await findShipment(db, caller.scope, shipment_id)
      if (shipment === null) throw new Refusal('not_found')
      note({ object: `shipment ${shipment.batch_no}` })
      if (!actsFor(caller.agent_id, shipment.receiver_id)) throw new Refusal('nothing_to_confirm')
      const confirmed = await db.transaction().execute(async (trx) => {
        const found = await confirmUnits(trx, caller.scope, { shipment_id, macs, now: now(), by: caller.user_name })
        if (found.length === 0 || (macs !== undefined && found.length < macs.length))
          throw new Refusal('nothing_to_confirm')
        return found
      })
      note({ detail: { macs: confirmed } })
      return { count: confirmed.length }
    },
  } satisfies Pick<Handlers, Names>
}

const shipperOf = (caller: Caller): Shipper => ({
  by: caller,
  device: caller.scope,
  agent: caller.scopes.agent,
  agent_id: caller.agent_id,
})

const toRequestedUnit = (mac: string, at: number): RequestedUnit => ({ row: at + 1, text: mac, mac })

const readUnitsOf = (
  { content, sheet }: { content: string; sheet: string | null },
  call: SheetCall,
): Promise<RequestedUnit[]> => {
  const file = { bytes: sheetOf(content), sheet }
  return runSheetWork(new URL('./sheet-worker.ts', import.meta.url), file, file, call)
}
