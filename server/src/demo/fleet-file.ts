import { packedBounds, replayedFrom } from './past-bounds.ts'
import type { DemoPlan } from './plan.ts'
import { demoSecret } from './secrets.ts'
import type { DemoState } from './state.ts'

/** Reports of the replayed past are so far apart, s: as live ones are, or fewer for a demo that is to be ready soon. */
const REPLAY_INTERVAL_S = { long: 60, short: 300 } as const
const DAY_MS = 86_400_000

const backfillOf = (state: DemoState, now: number): { days: number; interval_s: number } | null => {
  if (state.backfilled) return null
  const interval_s = REPLAY_INTERVAL_S[packedBounds(state).length > 0 ? 'long' : 'short']
  return { days: (now - replayedFrom(state)) / DAY_MS, interval_s }
}

type Where = { url: string; secret_key_hex: string; now: number }

/** The simulator's fleet file (simulator/src/fleet-file.ts reads it): every live unit, with its secret. */
export const fleetFileOf = (plan: DemoPlan, state: DemoState, { url, secret_key_hex, now }: Where) => ({
  url,
  seed: state.seed,
  made_at: Math.floor(state.made_at / 1000),
  backfill: backfillOf(state, now),
  units: plan.units
    .filter(({ state }) => state === 'live')
    .map(({ mac, net, iccid, lat, lon, model, rated_kw, climate, house, fault, hw, fw }) => ({
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
    })),
})

/** A unit of the demo that nobody simulates: whoever tries a module of their own logs in with it. Null in a tiny demo. */
export const spareModuleOf = (plan: DemoPlan, secret_key_hex: string): { did: string; secret_hex: string } | null => {
  const spare = plan.units.find(({ state }) => state === 'never')
  return spare === undefined
    ? null
    : { did: spare.mac, secret_hex: demoSecret(secret_key_hex, spare.mac).toString('hex') }
}
