import { startGallery } from './gallery-server.ts'
import { ADMIN_PASSWORD, startProduct } from './product.ts'

/**
 * One product with 200 live units for all journeys, and the gallery; stopped after the last. Both are built before the
 * first journey, whose time is its own on the slowest machine. Whoever writes journeys may start a product by
 * hand and set these variables: then that one is used and left running.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.HEATFLEET_E2E_URL !== undefined) return async () => {}
  const gallery = await startGallery()
  const product = await startProduct({ mode: 'start', demo: 200, demo_days: 1 })
  process.env.HEATFLEET_E2E_URL = product.url
  process.env.HEATFLEET_E2E_GALLERY = gallery.url
  process.env.HEATFLEET_E2E_DATA = product.data
  process.env.HEATFLEET_E2E_MQTT_PORT = String(product.mqtt_port)
  process.env.HEATFLEET_E2E_PASSWORD = ADMIN_PASSWORD
  return async () => {
    await gallery.stop()
    await product.stop()
  }
}
