import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Fleet, REACHES } from './fleet-generator.ts'

/** What is kept beside a database, so that the next run on the same folder need not fill it anew. */
const KeptFleet = z.object({
  devices: z.number(),
  provinces: z.number(),
  cities: z.number(),
  counties: z.number(),
  roles: z.number(),
  carton: z.number(),
  agents: z.number(),
  accounts: z.record(z.enum(REACHES), z.string()),
  products: z.array(z.string()),
  agent_ids: z.object({ county: z.number(), city: z.number(), province: z.number() }),
})

/**
 * The fleet of a data folder: read when an earlier run filled it, else made by `generate` and kept. Refuses a folder whose
 * fleet has another size than the one asked for.
 */
export const keepFleet = async (data_dir: string, devices: number, generate: () => Promise<Fleet>): Promise<Fleet> => {
  const file = join(data_dir, 'fleet.json')
  if (existsSync(file)) {
    const kept = KeptFleet.parse(JSON.parse(readFileSync(file, 'utf8')))
    if (kept.devices !== devices) throw new Error(`${data_dir} holds ${kept.devices} devices, not ${devices}`)
    return kept
  }
  const fleet = await generate()
  writeFileSync(file, JSON.stringify(fleet))
  return fleet
}
