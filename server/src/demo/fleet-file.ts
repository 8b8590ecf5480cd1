import { compactedBounds, replayedFrom } from './past-bounds.ts'
import type { DemoPlan } from './plan.ts'
import { demoSecret } from './secrets.ts'
import type { DemoState } from './state.ts'
import { coldWeekOf } from './story.ts'

/** Interval of replayed reports, s: that of live ones, or longer for a demo that must be ready soon. */
const REPLAY_INTERVAL_S = { long: 60, short: 300 } as const

/** The history ends where the demo went live: an interrupted start continues with the same history. */
const backfillOf = (state: DemoState): { from_s: number; to_s: number; interval_s: number } | null => {
  if (state.backfilled) return null
  const interval_s = REPLAY_INTERVAL_S[compactedBounds(state).length > 0 ? 'long' : 'short']
  return { from_s: secondOf(replayedFrom(state)), to_s: secondOf(state.made_at), interval_s }
}

const coldSpellOf = (state: DemoState) => {
  const week = coldWeekOf(state)
  return week === null ? null : { from_s: secondOf(week.from_ms), to_s: secondOf(week.to_ms), shift_k: week.shift_k }
}

const secondOf = (at_ms: number): number => Math.floor(at_ms / 1000)

/** `firmware_key`: PEM of the key that images must be signed with. */
type Where = { url: string; secret_key_hex: string; firmware_key: string }

/** The simulator's fleet file (simulator/src/fleet-file.ts reads it): every live unit, with its secret. */
export const fleetFileOf = (plan: DemoPlan, state: DemoState, { url, secret_key_hex, firmware_key }: Where) => ({
  url,
  firmware_key,
  seed: state.seed,
  made_at: secondOf(state.made_at),
  backfill: backfillOf(state),
  cold_spell: coldSpellOf(state),
  units: plan.units
    .filter(({ state }) => state === 'live')
    .map(({ mac, net, iccid, lat, lon, model, rated_kw, climate, house, fault, hw, fw, weak_signal }) => ({
      did: mac,
      secret_hex: demoSecret(secret_key_hex, mac).toString('hex'),
      net,
      iccid,
      lat,
      lon,
      model,
      rated_kw,
      climate,
      house,
      fault,
      hw,
      fw,
      weak_signal,
    })),
})

/** A device of the demo without a simulator, for trying a real module. Null in a tiny demo. */
export const spareModuleOf = (plan: DemoPlan, secret_key_hex: string): { did: string; secret_hex: string } | null => {
  const spare = plan.units.find(({ state }) => state === 'never')
  return spare === undefined
    ? null
    : { did: spare.mac, secret_hex: demoSecret(secret_key_hex, spare.mac).toString('hex') }
}
