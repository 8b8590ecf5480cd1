import { Refusal } from '@heatfleet/contract/errors.ts'
import { cursorTimeOf, type LatestQuery, type OwnerHistoryQuery } from '@heatfleet/contract/owner-data/owner-data.ts'
import type { AppContext } from '../../app-context.ts'
import type { AppUserCaller, DataRecipient } from '../../caller.ts'
import type { AuditNote, Handlers } from '../../handler.ts'
import type { ReportsDeps } from '../history/public.ts'
import { createReportWait, type OpenUnit, readLatest, readMetadata, readRows, startOf } from './read-unit.ts'
import { type Access, findBoundUnit, findGrantedUnit, recordAccess } from './store.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'> &
  Pick<ReportsDeps, 'layouts'> & {
    /** Aborted when the server closes: nobody waits any longer. */
    closing: AbortSignal
  }
type Names =
  | 'appDataMetadata'
  | 'appDataLatest'
  | 'appDataHistory'
  | 'recipientMetadata'
  | 'recipientLatest'
  | 'recipientHistory'

/** One reader of one unit: opened again after a wait, so that access that ended meanwhile is refused. */
type Reader = { open: () => Promise<OpenUnit>; grant_id: number | null }
type ReadCall = { address: string; signal: AbortSignal; note: (note: AuditNote) => void }

/** The unit of an app user's own; refuses who is not its owner. */
export const readOwnUnit = async (
  { database: { db } }: Pick<Deps, 'database'>,
  caller: AppUserCaller,
  mac: string,
): Promise<OpenUnit> => {
  const unit = await findBoundUnit(db, caller.app_user_id, mac)
  if (unit === null) throw new Refusal('not_bound')
  if (unit.role !== 'owner') throw new Refusal('not_owner')
  return { ...unit, data_from: unit.bound_at, data_to: null }
}

/** Reads of a unit by its owner and by third parties: the same data, within the times of each. */
export const ownerReadHandlers = (deps: Deps) => {
  const { database, clock } = deps
  const { db } = database
  const waitForReport = createReportWait(deps)
  const now = () => new Date(clock.now())

  const ownerOf = (caller: AppUserCaller, mac: string): Reader => ({
    open: () => readOwnUnit(deps, caller, mac),
    grant_id: null,
  })
  const recipientOf = ({ grant_id }: DataRecipient): Reader => ({
    open: async () => {
      const unit = await findGrantedUnit(db, grant_id, now())
      if (unit === null) throw new Refusal('invalid_token')
      return { ...unit, data_to: unit.expires_at }
    },
    grant_id,
  })

  /** Counts each read; the first of a day and kind is an entry of the audit log too. */
  const record = async (
    { grant_id }: Reader,
    { device_id, mac }: OpenUnit,
    kind: Access['call'],
    { address, note }: ReadCall,
  ): Promise<void> => {
    const count = await recordAccess(db, { device_id, grant_id, call: kind, at: now(), address })
    if (count === 1)
      note({ is_audited: true, object: `device ${mac}`, ...(grant_id === null ? {} : { detail: { grant_id } }) })
  }

  const metadata = async (reader: Reader, call: ReadCall) => {
    const unit = await reader.open()
    await record(reader, unit, 'metadata', call)
    return readMetadata(deps, unit)
  }
  const latest = async (reader: Reader, { after, wait_s }: LatestQuery, call: ReadCall) => {
    const unit = await reader.open()
    await record(reader, unit, 'latest', call)
    if (after === undefined || wait_s === 0) return readLatest(deps, unit)
    await waitForReport(unit.device_id, cursorTimeOf(after), wait_s, call.signal)
    return readLatest(deps, await reader.open())
  }
  const history = async (reader: Reader, query: OwnerHistoryQuery, call: ReadCall) => {
    const unit = await reader.open()
    await record(reader, unit, 'history', call)
    if (query.wait_s === 0) return readRows(deps, unit, query)
    await waitForReport(unit.device_id, startOf(unit, query), query.wait_s, call.signal)
    return readRows(deps, await reader.open(), query)
  }

  return {
    appDataMetadata: ({ params }, call) => metadata(ownerOf(call.caller, params.device_id), call),
    appDataLatest: ({ params, query }, call) => latest(ownerOf(call.caller, params.device_id), query, call),
    appDataHistory: ({ params, query }, call) => history(ownerOf(call.caller, params.device_id), query, call),
    recipientMetadata: (_, call) => metadata(recipientOf(call.caller), call),
    recipientLatest: ({ query }, call) => latest(recipientOf(call.caller), query, call),
    recipientHistory: ({ query }, call) => history(recipientOf(call.caller), query, call),
  } satisfies Pick<Handlers, Names>
}
