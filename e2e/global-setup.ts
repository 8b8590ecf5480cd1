import { LOOKS } from './journeys/looks.ts'
import { ADMIN_PASSWORD, startProduct } from './product.ts'

/**
 * Starts one product with 200 live units for all journeys and stops it after the last. Somebody who writes journeys may
 * start a product by hand and set these variables: that one is used and left running.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  process.stderr.write(`Screens are shown in: ${LOOKS.map(({ name }) => name).join(', ')}\n`)
  if (process.env.HEATFLEET_E2E_URL !== undefined) return async () => {}
  const product = await startProduct({
    mode: 'start',
    demo: 200,
    demo_days: 1,
    // Receivers of notifications run on this machine.
    environment: { HEATFLEET_NOTIFICATION_NETWORKS: '127.0.0.0/8' },
  })
  process.env.HEATFLEET_E2E_URL = product.url
  process.env.HEATFLEET_E2E_DATA = product.data
  process.env.HEATFLEET_E2E_MQTT_PORT = String(product.mqtt_port)
  process.env.HEATFLEET_E2E_PASSWORD = ADMIN_PASSWORD
  return async () => {
    await product.stop()
  }
}
