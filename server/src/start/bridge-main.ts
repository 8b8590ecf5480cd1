import { parseArgs } from 'node:util'
import { type BridgeSettings, removeBridge, startBridge } from '../bridge/bridge.ts'
import { readBridgeConfig, SettingError } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { productVersion } from '../platform/product-version.ts'

/**
 * `npm run bridge`: publishes units to a Home Assistant of their owner (docs/home-assistant.md) until it is stopped; `--remove` = removes what
 * was published, and ends.
 */
const print = (line: string): void => console.log(line)
const { values } = parseArgs({ options: { remove: { type: 'boolean', default: false } } })

const MINUTE_MS = 60_000

const read = (): BridgeSettings => {
  try {
    const config = readBridgeConfig()
    return {
      url: config.HEATFLEET_URL,
      tokens: config.HEATFLEET_TOKEN.split(/,\s*/),
      broker: config.HEATFLEET_BRIDGE_BROKER,
      naming: {
        name: config.HEATFLEET_BRIDGE_NAME,
        prefix: config.HEATFLEET_BRIDGE_PREFIX,
        language: config.HEATFLEET_BRIDGE_LANGUAGE,
        maker: config.HEATFLEET_BRIDGE_MAKER,
        version: productVersion(),
      },
      silent_ms: config.HEATFLEET_BRIDGE_SILENT_MIN * MINUTE_MS,
    }
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
const settings = read()
if (values.remove) {
  print(`${await removeBridge(settings, systemClock)} entities are removed.`)
} else {
  const bridge = startBridge(settings, { clock: systemClock, print })
  const stop = (): void => void bridge.close().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}
