import { VirtualFleet } from '@heatfleet/contract/products/virtual-units.ts'
import { type PlantedEvent, PlantedEvents } from '@heatfleet/contract/simulator/planted-events.ts'
import { createModule, type Module } from './module.ts'
import { eventsByUnit } from './planted-events.ts'
import { reportAllSoon } from './reporter.ts'
import { advanceUnit } from './unit.ts'
import { createVirtualUnit, redefine, type VirtualUnit } from './virtual-unit.ts'

/** Runs the virtual units received over its IPC channel: each message lists all of them, or all that is planted at them. */
const TICK_MS = 200
/** The gateways read by a new version this long after it was published, at the latest, s. */
const PUBLISHED_S = 5

type Played = {
  virtual: VirtualUnit
  module: Module
  spec_json: string
  /** When all is reported under a new version, unix s; a poll plan that comes meanwhile does not take its place. */
  shown_at_s: number | null
}
const played = new Map<string, Played>()
let planted: readonly PlantedEvent[] = []
const now_ms = (): number => Date.now()

function play({ url, units }: VirtualFleet): void {
  const wanted = new Set(units.map(({ did }) => did))
  for (const [did, { module }] of played) {
    if (wanted.has(did)) continue
    played.delete(did)
    void module.leave()
  }
  for (const spec of units) {
    const now_s = now_ms() / 1000
    const spec_json = JSON.stringify(spec)
    const existing = played.get(spec.did)
    if (existing?.spec_json === spec_json) continue
    if (existing) {
      redefine(existing.virtual, spec, now_s)
      // Who published the version wants to see what it makes of the registers.
      existing.shown_at_s = now_s + PUBLISHED_S
      existing.spec_json = spec_json
      continue
    }
    const virtual = createVirtualUnit(spec, Math.floor(now_s))
    advanceUnit(virtual.unit, Math.floor(now_s))
    const options = {
      url,
      now_ms,
      physicsTime: (at_s: number) => at_s,
      phase_s: 0,
      first_connect_ms: 0,
      mishaps: false,
      firmware_key: null,
    }
    played.set(spec.did, { virtual, spec_json, module: createModule(options, virtual.unit), shown_at_s: null })
  }
  plantAll()
}

function plantAll(): void {
  const by_unit = eventsByUnit(planted)
  for (const [did, { module }] of played) module.plant(by_unit.get(did) ?? [])
}

const timer = setInterval(() => {
  const now = now_ms()
  for (const each of played.values()) {
    if (each.shown_at_s !== null && now >= each.shown_at_s * 1000) {
      reportAllSoon(each.module.reporter, each.shown_at_s)
      each.shown_at_s = null
    }
    each.module.tick(now)
  }
}, TICK_MS)

let stopping = false
const stop = (): void => {
  if (stopping) return
  stopping = true
  clearInterval(timer)
  void Promise.allSettled([...played.values()].map(({ module }) => module.leave())).then(() => process.exit(0))
}
process.on('message', (message) => {
  const events = PlantedEvents.safeParse(message)
  if (!events.success) return play(VirtualFleet.parse(message))
  planted = events.data.planted
  plantAll()
})
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
// started by the server with an IPC channel: exits when the channel closes
process.on('disconnect', stop)
