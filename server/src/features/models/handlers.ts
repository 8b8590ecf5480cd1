import { Refusal } from '@heatfleet/contract/errors.ts'
import type { DeviceModel, ModelAction } from '@heatfleet/contract/models/models.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { type Request, type Started, startActions } from './start-actions.ts'
import {
  type ActionRow,
  listBatch,
  listHistory,
  listLastActions,
  listModels,
  listOpenOfBatch,
  listSettable,
  type ModelRow,
} from './store.ts'
import { moveAction } from './store-actions.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'bus'>
type Names =
  | 'deviceModel'
  | 'modelList'
  | 'settableModels'
  | 'modelSet'
  | 'modelDetect'
  | 'modelBatch'
  | 'modelBatchInfo'
  | 'modelBatchStop'
  | 'modelBatchRetry'
  | 'modelHistory'

/** What of a batch is done again: what ended otherwise than it should. */
const RETRIED: readonly string[] = ['failed', 'stopped', 'unrecognized']

/** Model setting and detection (product 3.15). */
export const modelHandlers = (deps: Deps) => {
  const { database, clock, bus } = deps
  const { db } = database

  const readModels = async (caller: Caller, macs: readonly string[]): Promise<DeviceModel[]> => {
    const rows = await listModels(db, caller.scope, macs)
    const last = await listLastActions(
      db,
      caller.scope,
      rows.map(({ device_id }) => device_id),
    )
    return rows.map((row) => toModel(row, last))
  }
  const findModel = async (caller: Caller, mac: string): Promise<ModelRow> => {
    const [row] = await listModels(db, caller.scope, [mac])
    if (row === undefined) throw new Refusal('device_not_found', { field: 'mac' })
    return row
  }
  const startOne = async (caller: Caller, mac: string, request: Request): Promise<{ action_id: number }> => {
    const { started } = await startActions(deps, caller, request, [mac], false)
    const [one] = started
    if (one === undefined || one.result !== 'ok' || one.action_id === null)
      throw new Refusal(one === undefined || one.result === 'ok' ? 'device_not_found' : one.result)
    return { action_id: one.action_id }
  }
  const readBatch = async (caller: Caller, batch_id: number): Promise<ActionRow[]> => {
    const rows = await listBatch(db, caller.scope, caller.uid, batch_id)
    if (rows.length === 0) throw new Refusal('not_found')
    return rows
  }
  const startBatch = async (caller: Caller, request: Request, macs: readonly string[]) => {
    if (!caller.permissions.has(request.kind === 'set' ? 'model:set' : 'model:detect'))
      throw new Refusal('no_permission')
    if (macs.length === 0) throw new Refusal('no_device_selected', { field: 'macs' })
    const { batch_id, started } = await startActions(deps, caller, request, macs, true)
    const actions = batch_id === null ? [] : await listBatch(db, caller.scope, caller.uid, batch_id)
    return { batch_id: batch_id ?? 0, list: started.map((one) => withAction(one, actions)) }
  }

  return {
    deviceModel: async ({ query: { mac } }, { caller }) => {
      const [model] = await readModels(caller, [mac])
      if (model === undefined) throw new Refusal('device_not_found', { field: 'mac' })
      return model
    },
    modelList: async ({ body: { macs } }, { caller }) => ({ list: await readModels(caller, macs) }),
    settableModels: async ({ query: { mac } }, { caller }) => listSettable(db, (await findModel(caller, mac)).solution),
    modelSet: async ({ body: { mac, product_key } }, { caller, note }) => {
      note({ object: `device ${mac}`, detail: { after: { dtu_default_pk: product_key } } })
      return startOne(caller, mac, { kind: 'set', product_key })
    },
    modelDetect: async ({ body: { mac } }, { caller, note }) => {
      note({ object: `device ${mac}` })
      return startOne(caller, mac, { kind: 'detect', product_key: '' })
    },
    modelBatch: async ({ body }, { caller, note }) => {
      const request = { kind: body.kind, product_key: body.kind === 'set' ? body.product_key : '' }
      note({ detail: { after: { ...request, count: body.macs.length } } })
      return startBatch(caller, request, body.macs)
    },
    modelBatchInfo: async ({ query: { batch_id } }, { caller }) => ({
      batch_id,
      list: (await readBatch(caller, batch_id)).map((row) => ({
        mac: row.mac,
        result: 'ok' as const,
        action: toAction(row),
      })),
    }),
    modelBatchStop: async ({ body: { batch_id } }, { caller, note }) => {
      note({ object: `model batch ${batch_id}` })
      await readBatch(caller, batch_id)
      const stopped: number[] = []
      for (const action_id of await listOpenOfBatch(db, caller.scope, caller.uid, batch_id)) {
        const at = new Date(clock.now())
        if ((await moveAction(database.pool, action_id, 'stopped', { at, reason: 'stopped' })) !== null)
          stopped.push(action_id)
      }
      if (stopped.length > 0) bus.publish({ kind: 'model_actions_stopped', action_ids: stopped })
      return { stopped: stopped.length }
    },
    modelBatchRetry: async ({ body: { batch_id } }, { caller, note }) => {
      note({ object: `model batch ${batch_id}` })
      const rows = await readBatch(caller, batch_id)
      const again = rows.filter(({ state }) => RETRIED.includes(state))
      const request = { kind: rows[0]?.kind ?? 'detect', product_key: rows[0]?.to_pk ?? '' }
      return startBatch(
        caller,
        request.kind === 'set' ? request : { kind: 'detect', product_key: '' },
        again.map(({ mac }) => mac),
      )
    },
    modelHistory: async ({ query: { mac, ...page } }, { caller }) => {
      const { device_id } = await findModel(caller, mac)
      const { rows, total } = await listHistory(db, caller.scope, device_id, page)
      return { list: rows.map(toAction), total, ...page }
    },
  } satisfies Pick<Handlers, Names>
}

const withAction = ({ mac, result, action_id }: Started, actions: readonly ActionRow[]) => {
  const row = actions.find((action) => action.action_id === action_id)
  return { mac, result, action: row === undefined ? null : toAction(row) }
}

const toAction = ({ created_at, sent_at, finished_at, ...row }: ActionRow): ModelAction => ({
  ...row,
  created_at: created_at.toISOString(),
  sent_at: sent_at?.toISOString() ?? null,
  finished_at: finished_at?.toISOString() ?? null,
})

const toModel = ({ device_id: _, solution: __, ...row }: ModelRow, last: readonly ActionRow[]): DeviceModel => {
  const lastOf = (kind: ActionRow['kind']): ModelAction | null => {
    const found = last.find((action) => action.mac === row.mac && action.kind === kind)
    return found === undefined ? null : toAction(found)
  }
  const { info_pk, dtu_default_pk } = row
  return {
    ...row,
    agreement: info_pk === null || dtu_default_pk === null ? null : info_pk === dtu_default_pk,
    last_set: lastOf('set'),
    last_detect: lastOf('detect'),
  }
}
