import { Refusal } from '@heatfleet/contract/errors.ts'
import type { FaultCode } from '@heatfleet/contract/faults/codes.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { isViolation } from '../../platform/violations.ts'
import {
  deleteFault,
  type FaultRow,
  findFault,
  insertFault,
  listFaultKinds,
  listFaults,
  listUnknownFaults,
  updateFault,
} from './store.ts'

/** The knowledge base of faults: read by alarms and device detail, own codes added by engineers. */
export const faultHandlers = ({ database: { db }, clock, bus }: Pick<AppContext, 'database' | 'clock' | 'bus'>) => {
  const readOwn = async (fault_id: number): Promise<FaultRow> => {
    const row = await findFault(db, fault_id)
    if (row === null) throw new Refusal('fault_code_unknown')
    if (row.built_in) throw new Refusal('fault_code_read_only')
    return row
  }
  return {
    faultCodeList: async ({ query, body }) => {
      const page = { offset: (query.pageNo - 1) * query.size, limit: query.size }
      const [{ rows, total }, kinds] = await Promise.all([listFaults(db, body, page), listFaultKinds(db)])
      return { list: rows.map(toFault), total, ...query, ...kinds }
    },

    faultCodeCreate: async ({ body }, { caller, note }) => {
      note({ object: `fault-code ${body.set_name} ${body.code}`, detail: { after: body } })
      const moment = { updated_by: caller.user_name, updated_at: new Date(clock.now()) }
      const fault = toFault(await insertFault(db, body, moment).catch(refuseTaken))
      bus.publish({ kind: 'faults_changed' })
      return fault
    },

    faultCodeEdit: async ({ params: { id }, body: { updated_at, ...draft } }, { caller, note }) => {
      note({ object: `fault-code ${draft.set_name} ${draft.code}` })
      const before = await readOwn(id)
      const moment = { updated_by: caller.user_name, updated_at: new Date(clock.now()) }
      const after = await updateFault(db, { fault_id: id, read_at: new Date(updated_at) }, draft, moment).catch(
        refuseTaken,
      )
      if (after === null) throw new Refusal('stale_edit')
      note({ detail: changedFields(before, draft) })
      bus.publish({ kind: 'faults_changed' })
      return toFault(after)
    },

    faultCodeDelete: async ({ params: { id } }, { note }) => {
      note({ object: `fault-code ${id}` })
      const { set_name, code, names } = await readOwn(id)
      await deleteFault(db, id)
      bus.publish({ kind: 'faults_changed' })
      note({ object: `fault-code ${set_name} ${code}`, detail: { before: { names } } })
      return { fault_id: id }
    },

    unknownFaults: async (_, { caller }) =>
      (await listUnknownFaults(db, caller.scope, LIMITS.page_size_max)).map((row) => ({
        ...row,
        first_seen_at: row.first_seen_at.toISOString(),
        last_seen_at: row.last_seen_at.toISOString(),
      })),
  } satisfies Pick<
    Handlers,
    'faultCodeList' | 'faultCodeCreate' | 'faultCodeEdit' | 'faultCodeDelete' | 'unknownFaults'
  >
}

const refuseTaken = (error: unknown): never => {
  if (isViolation(error, 'unique')) throw new Refusal('fault_code_exists', { field: 'code' })
  throw error
}

const toFault = ({ updated_at, ...row }: FaultRow): FaultCode => ({ ...row, updated_at: updated_at.toISOString() })
