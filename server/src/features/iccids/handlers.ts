import { Refusal } from '@heatfleet/contract/errors.ts'
import { type IccidCard, type IccidChange, iccidKey, operatorOf } from '@heatfleet/contract/iccids/card.ts'
import type { iccids } from '@heatfleet/contract/iccids/iccids.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ICCID_MOVES, type IccidState, iccidStatesBefore } from '@heatfleet/contract/transitions.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { addJob } from '../../platform/jobs.ts'
import { serveList, sheetBytes } from '../../sheets/write-sheet.ts'
import { type Carrier, CarrierFailed } from './carrier.ts'
import { createCarrier } from './carrier-http.ts'
import { EXPORTED_COLUMNS, exportLine } from './export-file.ts'
import {
  type CardPatch,
  findDevice,
  forgetOtherReports,
  insertCards,
  insertEvents,
  insertReported,
  listByKey,
  listEvents,
  listReported,
  listTraffic,
  mayOwnLoose,
  readReminders,
  saveReminders,
  updateCard,
} from './store.ts'
import {
  type CardRow,
  countByDays,
  countCards,
  countUnlisted,
  findCard,
  listCards,
  listReporters,
} from './store-list.ts'
import { SYNC_TASK } from './tasks.ts'
import { toCard, toEvents } from './to-wire.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'config' | 'exports_folder' | 'log'>
const DAY_MS = 86_400_000

/** SIM cards (product 3.14). */
export const iccidHandlers = (deps: Deps) => {
  const { clock, exports_folder, log } = deps
  const { db } = deps.database
  const carrier = createCarrier(deps.config)
  const now = () => new Date(clock.now())

  const readCard = async (caller: Caller, card_id: number): Promise<CardRow> => {
    const row = await findCard(db, caller.scope, card_id)
    if (row === null) throw new Refusal('iccid_not_found')
    return row
  }
  const cardAfter = async (caller: Caller, card_id: number): Promise<IccidCard> =>
    toCard(await readCard(caller, card_id), clock.now())
  const queryOf = (caller: Caller, filter: Parameters<typeof listCards>[2]['filter']) => ({
    filter,
    agents: caller.scopes.agent,
    now: now(),
  })

  return {
    iccidList: async ({ query: { pageNo, size }, body }, { caller }) => {
      const part = { offset: (pageNo - 1) * size, limit: size }
      const { rows, total } = await listCards(db, caller.scope, queryOf(caller, body), part)
      return { list: rows.map((row) => toCard(row, clock.now())), total, pageNo, size }
    },

    iccidFigures: async ({ body }, { caller }) => {
      const query = queryOf(caller, body)
      const { days } = await readReminders(db)
      const [counts, by_days, unlisted] = await Promise.all([
        countCards(db, caller.scope, query),
        countByDays(db, caller.scope, query, days),
        countUnlisted(db, caller.scope),
      ])
      return { ...counts, unlisted, days: by_days, carrier: carrier !== null }
    },

    iccidExport: async ({ query: { format }, body }, { caller, note }) => {
      note({ object: 'iccids', detail: { format } })
      const max = LIMITS.import_rows_max - 1
      const part = { offset: 0, limit: max + 1 }
      const { rows } = await listCards(db, caller.scope, queryOf(caller, body), part)
      if (rows.length > max) throw new Refusal('export_too_large', { details: { max } })
      const lines = rows.map((row) => exportLine(toCard(row, clock.now())))
      return serveList(exports_folder, 'sim-cards', format, await sheetBytes(format, 'SIM', EXPORTED_COLUMNS, lines))
    },

    iccidInfo: async ({ params: { id } }, { caller }) => {
      const row = await readCard(caller, id)
      const since = new Date(clock.now() - LIMITS.iccid_traffic_days * DAY_MS)
      const [traffic, events, reported_by] = await Promise.all([
        listTraffic(db, id, since),
        listEvents(db, id, LIMITS.iccid_history_max),
        listReporters(db, caller.scope, iccidKey(row.iccid), REPORTERS_MAX),
      ])
      const history = toEvents(events)
      // Ids of units the card was in are shown to those alone who see units everywhere.
      const shown = mayOwnLoose(caller.scope) ? history : history.map(withoutOtherUnits(row.mac))
      return { ...toCard(row, clock.now()), traffic, history: shown, reported_by }
    },

    iccidCreate: async ({ body: draft }, { caller, note }) => {
      note({ object: `iccid ${draft.iccid}` })
      const { iccid, activation_time, expiration_time, ...facts } = draft
      const key = iccidKey(iccid)
      const known = (await listByKey(db, caller.scope, [iccid])).get(key)
      const reported = (await listReported(db, caller.scope, [iccid])).get(key)
      if (known?.visible) throw new Refusal('iccid_exists', { field: 'iccid' })
      if (known !== undefined || (reported === undefined && !mayOwnLoose(caller.scope)))
        throw new Refusal('outside_own_scope', { field: 'iccid' })
      const card = {
        ...facts,
        iccid,
        operator: facts.operator || operatorOf(iccid),
        activated_at: dateOf(activation_time),
        expires_at: dateOf(expiration_time),
        device_id: reported?.device_id ?? null,
      }
      const made = (await insertCards(db, [card], { by: caller, at: now() })).get(key)
      if (made === undefined) throw new Refusal('iccid_exists', { field: 'iccid' })
      note({ detail: { after: draft } })
      return cardAfter(caller, made)
    },

    iccidEdit: async ({ params: { id }, body }, { caller, note }) => {
      const before = await readCard(caller, id)
      note({ object: `iccid ${before.iccid}` })
      if (body.status !== undefined && body.status !== before.status) assertMove(before.status, body.status)
      const patch = patchOf(body, before)
      await db.transaction().execute(async (trx) => {
        if (!(await updateCard(trx, caller.scope, { card_id: id, from: [before.status], patch })))
          throw new Refusal('stale_edit')
        const fields = Object.keys(changedFields(before, patch).after).filter((field) => field !== 'status')
        const { status = before.status } = patch
        await insertEvents(
          trx,
          [
            ...(status === before.status ? [] : [{ ...ofCard(before), ...moved(before.status, status) }]),
            ...(fields.length === 0 ? [] : [{ ...ofCard(before), what: 'changed', became: fields.join(', ') }]),
          ],
          now(),
          caller,
        )
      })
      note({ detail: changedFields(before, patch) })
      return cardAfter(caller, id)
    },

    iccidBind: async ({ params: { id }, body: { mac } }, { caller, note }) => {
      const before = await readCard(caller, id)
      note({ object: `iccid ${before.iccid}`, detail: { before: { mac: before.mac }, after: { mac } } })
      if (mac === null && !mayOwnLoose(caller.scope)) throw new Refusal('outside_own_scope', { field: 'mac' })
      const device = mac === null ? null : await findDevice(db, caller.scope, mac)
      if (mac !== null && device === null) throw new Refusal('device_not_found', { field: 'mac' })
      await db.transaction().execute(async (trx) => {
        const patch = { device_id: device?.device_id ?? null, moved_at: null }
        if (!(await updateCard(trx, caller.scope, { card_id: id, patch }))) throw new Refusal('stale_edit')
        if (device !== null)
          await forgetOtherReports(trx, caller.scope, {
            iccid_key: iccidKey(before.iccid),
            device_id: device.device_id,
          })
        const what = device === null ? 'unlinked' : before.mac === null || before.mac === mac ? 'linked' : 'moved'
        const event = { card_id: id, device_id: device?.device_id ?? null, what }
        // By a person it is no news to others: `linked` is not told as `moved` is.
        await insertEvents(
          trx,
          [{ ...event, what: what === 'moved' ? 'linked' : what, was: before.mac ?? '', became: mac ?? '' }],
          now(),
          caller,
        )
      })
      return null
    },

    iccidRenew: async ({ params: { id }, body: { expiration_time } }, { caller, note }) => {
      const before = await readCard(caller, id)
      note({ object: `iccid ${before.iccid}` })
      if (before.status === 'cancelled') throw new Refusal('iccid_state')
      const expires_at = new Date(expiration_time)
      const least = Math.max(clock.now(), before.expires_at?.getTime() ?? 0)
      if (expires_at.getTime() <= least) throw new Refusal('iccid_not_later', { field: 'expiration_time' })
      const patch = { expires_at, ...(before.status === 'expired' ? { status: 'active' as const } : {}) }
      await db.transaction().execute(async (trx) => {
        if (!(await updateCard(trx, caller.scope, { card_id: id, from: [before.status], patch })))
          throw new Refusal('stale_edit')
        const renewed = { was: before.expires_at?.toISOString() ?? '', became: expires_at.toISOString() }
        await insertEvents(
          trx,
          [
            { ...ofCard(before), what: 'renewed', ...renewed },
            ...(before.status === 'expired' ? [{ ...ofCard(before), ...moved('expired', 'active') }] : []),
          ],
          now(),
          caller,
        )
      })
      note({ detail: changedFields(before, patch) })
      return cardAfter(caller, id)
    },

    iccidSuspend: async ({ params: { id }, body: { stopped } }, { caller, note }) => {
      const before = await readCard(caller, id)
      const status = stopped ? 'stopped' : 'active'
      note({ object: `iccid ${before.iccid}`, detail: { after: { status } } })
      if (carrier === null) throw new Refusal('carrier_not_set')
      // `expired` becomes active by a renewal alone.
      if (before.status !== (stopped ? 'active' : 'stopped')) throw new Refusal('iccid_state')
      await askCarrier(carrier, before.iccid, stopped).catch((error: unknown) => {
        if (!(error instanceof CarrierFailed)) throw error
        log.warn({ iccid: before.iccid, reason: error.message }, 'the carrier failed')
        throw new Refusal('carrier_failed')
      })
      await db.transaction().execute(async (trx) => {
        await updateCard(trx, caller.scope, { card_id: id, from: iccidStatesBefore(status), patch: { status } })
        await insertEvents(trx, [{ ...ofCard(before), ...moved(before.status, status) }], now(), caller)
      })
      return cardAfter(caller, id)
    },

    iccidAdopt: async (_, { caller, note }) => {
      note({ object: 'iccids' })
      const count = await insertReported(db, caller.scope, { by: caller, at: now(), operatorOf })
      note({ detail: { count } })
      return { count }
    },

    iccidSync: async (_, { note }) => {
      note({ object: 'iccids' })
      if (carrier === null) throw new Refusal('carrier_not_set')
      await addJob(db, { task: SYNC_TASK, payload: {}, queue: SYNC_TASK, key: SYNC_TASK })
      return null
    },

    iccidReminders: () => readReminders(db),

    iccidRemindersChange: async ({ body }, { caller, note }) => {
      note({ object: 'iccid-reminders' })
      if (!mayOwnLoose(caller.scope)) throw new Refusal('outside_own_scope')
      const before = await readReminders(db)
      const after = { ...body, days: body.days.toSorted((a, b) => b - a) }
      await saveReminders(db, after)
      note({ detail: changedFields(before, after) })
      return after
    },
  } satisfies Pick<Handlers, keyof typeof iccids>
}

/** Units that report one card: two are one too many. */
const REPORTERS_MAX = 20

const dateOf = (time: string | null): Date | null => (time === null ? null : new Date(time))
const ofCard = ({ card_id, device_id }: CardRow) => ({ card_id, device_id })
const moved = (was: string, became: string) => ({ what: 'status', was, became })

const assertMove = (from: IccidState, to: IccidState): void => {
  if (!(ICCID_MOVES[from] as readonly IccidState[]).includes(to)) throw new Refusal('iccid_state', { field: 'status' })
}

const patchOf = ({ activation_time, expiration_time, ...change }: IccidChange, { iccid }: CardRow): CardPatch => ({
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
  ...(change.operator === '' ? { operator: operatorOf(iccid) } : {}),
  ...(activation_time === undefined ? {} : { activated_at: dateOf(activation_time) }),
  ...(expiration_time === undefined ? {} : { expires_at: dateOf(expiration_time) }),
})

const withoutOtherUnits =
  (mac: string | null) =>
  <Event extends { what: string; from: string; to: string }>(event: Event): Event => {
    if (!['linked', 'moved', 'unlinked', 'twice'].includes(event.what)) return event
    return { ...event, from: event.from === mac ? mac : '', to: event.to === mac ? mac : '' }
  }

const askCarrier = async (carrier: Carrier, iccid: string, stopped: boolean): Promise<void> => {
  const results = await (stopped ? carrier.stop([iccid]) : carrier.resume([iccid]))
  const own = results.find((one) => iccidKey(one.iccid) === iccidKey(iccid))
  if (own === undefined) throw new CarrierFailed('no result for the card')
  if (own.result === 'refused') throw new Refusal('carrier_refused', { details: { reason: own.reason ?? '' } })
}
