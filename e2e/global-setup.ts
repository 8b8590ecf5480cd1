import { ADMIN_PASSWORD, startProduct } from './product.ts'

/**
 * One product with 200 live units for all journeys; stopped after the last. Whoever writes journeys may start one by
 * hand and set these variables: then that one is used and left running.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.HEATFLEET_E2E_URL !== undefined) return async () => {}
  const product = await startProduct({ mode: 'start', demo: 200, demo_days: 1 })
  process.env.HEATFLEET_E2E_URL = product.url
  process.env.HEATFLEET_E2E_DATA = product.data
  process.env.HEATFLEET_E2E_MQTT_PORT = String(product.mqtt_port)
  process.env.HEATFLEET_E2E_PASSWORD = ADMIN_PASSWORD
  return async () => {
    await product.stop()
  }
}
