import type { Bus } from './bus.ts'
import type { UnitSpec } from './fleet-file.ts'
import type { Random } from './random.ts'

/** What goes wrong between a unit and the cloud, and how strong its signal is (domain 6 "Sensors"). */
export type Mishaps = {
  enabled: boolean
  rssi_dbm: number
  /** It never gets better than this. */
  best_dbm: number
  /** Modem scale 0..31; null for WiFi. */
  csq: number | null
  mobile: boolean
  offline_until_s: number
  next_offline_s: number
  next_cut_s: number
  next_signal_s: number
}

const WEEK_S = 7 * 86_400
const BUS_CUT_EVERY_S = 30 * 86_400
const SIGNAL_EVERY_S = 20
const RSSI_DBM = [-105, -60] as const
/** Where networks are weak, dBm. */
const WEAK_BEST_DBM = -99

/** Draws the first mishaps of a unit; with `enabled` false only the signal moves. */
export function createMishaps(
  random: Random,
  { net, weak_signal = false }: Pick<UnitSpec, 'net' | 'weak_signal'>,
  now_s: number,
  enabled: boolean,
): Mishaps {
  const best_dbm = weak_signal ? WEAK_BEST_DBM : RSSI_DBM[1]
  const rssi_dbm = Math.min(best_dbm, random.between(-95, -62))
  return {
    enabled,
    rssi_dbm,
    best_dbm,
    csq: net === '4g' ? csqOf(rssi_dbm) : null,
    mobile: net === '4g',
    offline_until_s: 0,
    next_offline_s: now_s + waiting(random, WEEK_S),
    next_cut_s: now_s + waiting(random, BUS_CUT_EVERY_S),
    next_signal_s: now_s,
  }
}

/** Moves signal, offline spells (one a week, 2..60 min) and cut bus lines (one a month, 5..30 min) on to a moment. */
export function moveMishaps(mishaps: Mishaps, random: Random, now_s: number, bus: Bus): void {
  if (now_s >= mishaps.next_signal_s) {
    mishaps.next_signal_s = now_s + SIGNAL_EVERY_S
    mishaps.rssi_dbm = Math.min(mishaps.best_dbm, Math.max(RSSI_DBM[0], mishaps.rssi_dbm + random.normal(0, 1)))
    if (mishaps.mobile) mishaps.csq = csqOf(mishaps.rssi_dbm)
  }
  if (!mishaps.enabled) return
  if (now_s >= mishaps.next_offline_s) {
    mishaps.offline_until_s = now_s + 60 * (2 + 58 * random.next() ** 2)
    mishaps.next_offline_s = mishaps.offline_until_s + waiting(random, WEEK_S)
  }
  if (now_s >= mishaps.next_cut_s) {
    bus.cut_until_s = now_s + 60 * random.between(5, 30)
    mishaps.next_cut_s = bus.cut_until_s + waiting(random, BUS_CUT_EVERY_S)
  }
}

/** CSQ of a signal strength: dBm = -113 + 2 * csq (3GPP 27.007). */
export const csqOf = (rssi_dbm: number): number => Math.min(31, Math.max(0, Math.round((rssi_dbm + 113) / 2)))

/** Time to the next event of a kind that comes once in `mean_s` on average. */
const waiting = (random: Random, mean_s: number): number => -mean_s * Math.log(1 - random.next())
