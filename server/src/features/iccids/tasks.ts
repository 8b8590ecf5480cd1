import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Tasks } from '../../platform/jobs.ts'
import { type Carrier, CarrierFailed } from './carrier.ts'
import { createCarrier } from './carrier-http.ts'
import { readReminders } from './store.ts'
import { deleteOldTraffic, expireCards, listToSync, remindOfEnds, saveSynced } from './store-daily.ts'

export const SYNC_TASK = 'iccid-sync'
const DAY_MS = 86_400_000
type Deps = Pick<AppContext, 'database' | 'clock' | 'config' | 'log'>

/** Once a day: what the carrier knows, cards that ended, and reminders; the first alone also when a person asks for it. */
export const iccidTasks = (deps: Deps) => {
  const sync = async (signal: AbortSignal): Promise<void> => {
    const carrier = createCarrier(deps.config)
    if (carrier === null) return
    await syncCards(deps, carrier, signal).catch((error: unknown) => {
      if (!(error instanceof CarrierFailed)) throw error
      deps.log.warn({ reason: error.message }, 'the carrier failed; cards are asked about again tomorrow')
    })
  }
  return {
    [SYNC_TASK]: { run: (_, signal) => sync(signal) },
    'iccid-daily': {
      crontab: '40 5 * * *',
      run: async (_, signal) => {
        await sync(signal)
        await runDaily(deps)
      },
    },
  } satisfies Tasks
}

/** Cards that ended, and reminders of those that will. */
export const runDaily = async ({ database: { db }, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>) => {
  const now = new Date(clock.now())
  const expired = await expireCards(db, now)
  const reminded = await remindOfEnds(db, now, (await readReminders(db)).days)
  await deleteOldTraffic(db, new Date(now.getTime() - 2 * LIMITS.iccid_traffic_days * DAY_MS))
  if (expired + reminded > 0) log.info({ expired, reminded }, 'SIM cards')
}

/** Asks the carrier about all cards, as many at a time as it takes. */
export const syncCards = async (
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  carrier: Carrier,
  signal: AbortSignal,
): Promise<void> => {
  for (let after = 0; !signal.aborted; ) {
    const cards = await listToSync(db, after, carrier.batch)
    const last = cards.at(-1)
    if (last === undefined) return
    const iccids = cards.map(({ iccid }) => iccid)
    const now = new Date(clock.now())
    // Those never asked about before have all days to tell of; the day before last may still change.
    const days = cards.some(({ synced_at }) => synced_at === null) ? LIMITS.iccid_traffic_days : 2
    const [told, traffic] = await Promise.all([
      carrier.list(iccids, signal),
      carrier.traffic(iccids, dayOf(now.getTime() - days * DAY_MS), dayOf(now.getTime()), signal),
    ])
    const asked = new Set(iccids.map((iccid) => iccid.slice(0, LIMITS.iccid_key_chars)))
    const isAsked = ({ iccid }: { iccid: string }) => asked.has(iccid.toUpperCase().slice(0, LIMITS.iccid_key_chars))
    await saveSynced(db, { cards: told.filter(isAsked), traffic: traffic.filter(isAsked), now })
    after = last.card_id
  }
}

const dayOf = (at_ms: number): string => new Date(at_ms).toISOString().slice(0, 10)
