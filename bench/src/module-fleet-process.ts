import { z } from 'zod'
import { prepareFrames } from './measured-frames.ts'
import { connectModules, type FleetFigures, type ModuleFleet } from './module-fleet.ts'

/**
 * A process that is a fleet of modules; its parent (`remote-fleet.ts`) tells it what to do, one request at a time. On its own, because
 * 10,000 sessions and what measures beside them would share one loop and one limit of open files.
 */
const Request = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('connect'),
    ask: z.object({
      port: z.number(),
      dids: z.array(z.string()).readonly(),
      secret_hex: z.string(),
      has_sink: z.boolean(),
    }),
    from_s: z.number(),
    reports: z.number(),
  }),
  z.object({ kind: z.literal('run'), seconds: z.number(), rate: z.number().nullable() }),
  z.object({ kind: z.literal('begin'), rate: z.number() }),
  z.object({ kind: z.literal('end') }),
  z.object({ kind: z.literal('acknowledged') }),
])
export type FleetRequest = z.infer<typeof Request>

/** A run that somebody else ends lasts no longer. */
const LONGEST_S = 600

let fleet: ModuleFleet | null = null
let under_way: { stop: AbortController; run: Promise<FleetFigures> } | null = null

const begin = (all: ModuleFleet, rate: number): null => {
  const stop = new AbortController()
  const run = all.run(LONGEST_S, rate, stop.signal)
  // Told when the run is ended.
  run.catch(() => {})
  under_way = { stop, run }
  return null
}

const end = async (): Promise<object> => {
  if (under_way === null) throw new Error('no run is under way')
  under_way.stop.abort()
  const figures = await under_way.run
  under_way = null
  return told(figures)
}

/** A message holds lists of numbers only. */
const told = (figures: FleetFigures): object => ({ ...figures, took_ms: [...figures.took_ms] })

const answer = async (request: z.infer<typeof Request>): Promise<unknown> => {
  if (request.kind === 'connect') {
    fleet = await connectModules(request.ask, prepareFrames(request.from_s, request.reports))
    return null
  }
  if (fleet === null) throw new Error('no modules are connected')
  if (request.kind === 'begin') return begin(fleet, request.rate)
  if (request.kind === 'end') return end()
  return request.kind === 'run' ? told(await fleet.run(request.seconds, request.rate)) : fleet.acknowledged()
}

process.on('message', (message) => {
  answer(Request.parse(message)).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
