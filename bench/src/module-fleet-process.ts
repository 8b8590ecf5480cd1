import { z } from 'zod'
import { prepareFrames } from './measured-frames.ts'
import { connectModules, type ModuleFleet } from './module-fleet.ts'

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
  z.object({ kind: z.literal('acknowledged') }),
])
export type FleetRequest = z.infer<typeof Request>

let fleet: ModuleFleet | null = null

const answer = async (request: z.infer<typeof Request>): Promise<unknown> => {
  if (request.kind === 'connect') {
    fleet = await connectModules(request.ask, prepareFrames(request.from_s, request.reports))
    return null
  }
  if (fleet === null) throw new Error('no modules are connected')
  return request.kind === 'run' ? fleet.run(request.seconds, request.rate) : fleet.acknowledged()
}

process.on('message', (message) => {
  answer(Request.parse(message)).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
