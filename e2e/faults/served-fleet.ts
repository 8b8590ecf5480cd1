import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Credentials } from '../device-client.ts'
import { freePort } from '../free-port.ts'
import { type Product, startProduct } from '../product.ts'
import { UNPACKED } from './kill-targets.ts'

/** The product as in production, with registered devices without a simulator, in its own folder. */
export type ServedFleet = {
  product: Product
  units: Credentials[]
  data: string
  /** Stops the product and deletes the folder. */
  close: () => Promise<void>
}

/**
 * The demo creates the devices; then the product is restarted without it and without compaction. `prepare` may prepare the
 * folder first and returns how to revert it; `environment` gives settings of the second start.
 */
export const serveFleet = async (
  name: string,
  count: number,
  prepare: (folder: string) => () => void = () => () => {},
  environment: (folder: string) => Record<string, string> = () => ({}),
): Promise<ServedFleet> => {
  const data = mkdtempSync(join(tmpdir(), `heatfleet-${name}-`))
  chmodSync(data, 0o755)
  const undo = prepare(data)
  const ports = { http_port: await freePort(), mqtt_port: await freePort() }
  const demo = await startProduct({ mode: 'start', data, demo: count, ...ports, environment: UNPACKED })
  // Written by the product itself for its simulator.
  const fleet = JSON.parse(readFileSync(join(data, 'demo', 'fleet.json'), 'utf8')) as { units: Credentials[] }
  await demo.stop()
  const product = await startProduct({
    mode: 'serve',
    data,
    ...ports,
    environment: { ...UNPACKED, ...environment(data) },
  })
  return {
    product,
    units: fleet.units,
    data,
    close: async () => {
      await product.stop()
      undo()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
