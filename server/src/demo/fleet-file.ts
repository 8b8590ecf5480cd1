import type { DemoPlan } from './plan.ts'
import { demoSecret } from './secrets.ts'
import type { DemoState } from './state.ts'

/** Reports of the replayed past are so far apart. */
const BACKFILL_INTERVAL_S = 300

/** The simulator's fleet file (simulator/src/fleet-file.ts reads it): every live unit, with its secret. */
export const fleetFileOf = (plan: DemoPlan, state: DemoState, url: string, secret_key_hex: string) => ({
  url,
  seed: state.seed,
  made_at: Math.floor(state.made_at / 1000),
  backfill: state.backfilled ? null : { days: state.days, interval_s: BACKFILL_INTERVAL_S },
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
