import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Replacement, ReplacementSide } from '@heatfleet/contract/replacements/replacements.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { problemsOf, refusalsOf } from './rules.ts'
import { findSide, findUndoable, insertReplacement, lockPair, type SideRow, undoReplacement } from './store.ts'
import { findReplacement, listReplacements, listReplacementsOf } from './store-list.ts'
import { scopesOf, toReplacement, UNDO_MS } from './to-wire.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'bus'>
type Names = 'replacementCheck' | 'replaceDevice' | 'undoReplacement' | 'replacementList' | 'replacementsOf'

/** Replacements of modules: check, replace, undo, list. */
export const replacementHandlers = ({ database: { db }, clock, bus }: Deps) => {
  const now = () => new Date(clock.now())
  const readSide = async (tx: typeof db, caller: Caller, mac: string, field: 'mac' | 'new_mac'): Promise<SideRow> => {
    const side = await findSide(tx, caller.scope, mac)
    if (side === null) throw new Refusal('device_not_found', { field })
    return side
  }
  const readDone = async (caller: Caller, replacement_id: number): Promise<Replacement> => {
    const row = await findReplacement(db, scopesOf(caller), replacement_id)
    if (row === null) throw new Error(`replacement ${replacement_id} is gone`)
    return toReplacement(row, now())
  }

  return {
    replacementCheck: async ({ body: { mac, new_mac } }, { caller }) => {
      const old = await readSide(db, caller, mac, 'mac')
      const fresh = await readSide(db, caller, new_mac, 'new_mac')
      return { old: toSide(old), new: toSide(fresh), problems: problemsOf(old, fresh) }
    },

    replaceDevice: async ({ body }, { caller, note }) => {
      const { mac, new_mac, kind, reason, sim_moved, mounted } = body
      note({ object: `device ${mac}`, detail: { new_mac, kind, reason, sim_moved } })
      const { replacement_id, device_ids } = await db.transaction().execute(async (tx) => {
        const ids = [
          (await readSide(tx, caller, mac, 'mac')).device_id,
          (await readSide(tx, caller, new_mac, 'new_mac')).device_id,
        ] as const
        await lockPair(tx, ids)
        // Read again under the lock: another replacement may have come first.
        const old = await readSide(tx, caller, mac, 'mac')
        const fresh = await readSide(tx, caller, new_mac, 'new_mac')
        const problems = refusalsOf(problemsOf(old, fresh), mounted)
        if (problems.length > 0)
          throw new Refusal('replacement_refused', { field: 'new_mac', details: { problems: problems.join(', ') } })
        const id = await insertReplacement(tx, {
          device_id: old.device_id,
          new_device_id: fresh.device_id,
          old_mac: old.mac,
          new_mac: fresh.mac,
          kind,
          reason,
          sim_moved,
          at: now(),
          by_uid: caller.uid,
        })
        return { replacement_id: id, device_ids: [old.device_id, fresh.device_id] }
      })
      // The gateway closes both connections: the old module is refused from now on, the new one comes back as this unit.
      bus.publish({ kind: 'devices_changed', device_ids })
      return readDone(caller, replacement_id)
    },

    undoReplacement: async ({ body: { mac, reason } }, { caller, note }) => {
      note({ object: `device ${mac}`, detail: { reason } })
      const since = new Date(clock.now() - UNDO_MS)
      const undone = await db.transaction().execute(async (tx) => {
        const { device_id } = await readSide(tx, caller, mac, 'mac')
        const found = await findUndoable(tx, device_id, since)
        if (found?.retired_device_id == null) throw new Refusal('nothing_to_undo')
        await lockPair(tx, [device_id, found.retired_device_id])
        const row = await findUndoable(tx, device_id, since)
        if (row?.retired_device_id == null) throw new Refusal('nothing_to_undo')
        await undoReplacement(tx, row, { at: now(), by_uid: caller.uid, reason })
        return { ...row, retired_device_id: row.retired_device_id }
      })
      note({ detail: { old_mac: undone.old_mac, new_mac: undone.new_mac, reason } })
      bus.publish({ kind: 'devices_changed', device_ids: [undone.device_id, undone.retired_device_id] })
      return readDone(caller, undone.replacement_id)
    },

    replacementList: async ({ query: { pageNo, size }, body }, { caller }) => {
      const part = { offset: (pageNo - 1) * size, limit: size }
      const { rows, total } = await listReplacements(db, scopesOf(caller), body, part)
      return { list: rows.map((row) => toReplacement(row, now())), total, pageNo, size }
    },

    replacementsOf: async ({ query: { mac } }, { caller }) => {
      const rows = await listReplacementsOf(db, scopesOf(caller), mac)
      // The row of a replaced module may lie elsewhere: who sees the unit that goes on is led to it.
      if (rows.length === 0) await readSide(db, caller, mac, 'mac')
      return rows.map((row) => toReplacement(row, now()))
    },
  } satisfies Pick<Handlers, Names>
}

const toSide = (row: SideRow): ReplacementSide => ({
  mac: row.mac,
  device_name: row.device_name,
  product_name: row.product_name,
  product_english_name: row.product_english_name,
  agent_name: row.agent_name,
  net: row.net,
  iccid: row.iccid,
  online_status: row.online_status,
  last_report_time: row.last_report_at?.toISOString() ?? null,
  bound: row.bound,
  open_orders: row.open_orders,
  address: row.address,
})
