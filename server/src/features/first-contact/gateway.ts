import { randomUUID } from 'node:crypto'
import { buildPayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { DeviceCache } from '../../ingest/device-cache.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DeviceTransport } from '../../transports/device-transport.ts'
import type { FirstContact } from '../../transports/mqtt-auth.ts'
import type { Bans } from '../../transports/mqtt-bans.ts'
import { productSecret } from '../products/public.ts'
import { listBannedModules, listProvisioningProducts, storeOwnSecretUse, takeProvisionPlace } from './store-log-ins.ts'
import { createUnknownLogins } from './unknown-log-ins.ts'

/** For so long the products that allow log-in by their secret are kept, in ms: a renewed secret counts after this. */
const PRODUCTS_MS = 2_000

type Deps = {
  pool: Pick<pg.Pool, 'query'>
  clock: Clock
  log: Logger
  secret_key: Buffer
  device_cache: Pick<DeviceCache, 'find' | 'secretOf'>
  bans: Pick<Bans, 'forgetDevices'>
  transport: Pick<DeviceTransport, 'publish'>
  onUnknownStored: () => void
}

export type FirstContactInGateway = FirstContact & {
  /** The module hears its own topics: one that logged in with the secret of its product gets its own. */
  onListening: (did: string) => void
  /** Decisions were made: bans are read anew, failures of these ids forgotten. */
  decided: (admitted: readonly string[]) => Promise<void>
  stop: () => void
}

/** First contact in the gateway: unknown modules, bans by an administrator, log-in with the secret of a product. */
export const createFirstContact = async (deps: Deps): Promise<FirstContactInGateway> => {
  const { pool, clock, log, secret_key, device_cache, bans, transport } = deps
  const unknown = createUnknownLogins({ pool, clock, log, onStored: deps.onUnknownStored })
  let banned = new Set(await listBannedModules(pool))
  /** Devices that logged in with the secret of their product, until they use their own. */
  const provisioning = new Set<string>()
  let products: { read_ms: number; secrets: Promise<Map<string, Buffer>> } | null = null

  const readProducts = async (): Promise<Map<string, Buffer>> =>
    new Map(
      (await listProvisioningProducts(pool)).map(({ product_key, secret_generation }) => [
        product_key,
        Buffer.from(productSecret(secret_key, product_key, secret_generation), 'base64url'),
      ]),
    )

  return {
    isBanned: (did) => banned.has(did),
    onUnknown: unknown.add,
    findProductSecret: async (product_key) => {
      const now_ms = clock.now()
      // One query for all, whatever keys are invented.
      if (products === null || Math.abs(now_ms - products.read_ms) >= PRODUCTS_MS)
        products = { read_ms: now_ms, secrets: readProducts() }
      const { secrets } = products
      secrets.catch(() => {
        if (products?.secrets === secrets) products = null
      })
      return (await secrets).get(product_key) ?? null
    },
    admit: async (did, product_key) => {
      const device = await device_cache.find(did)
      if (device === null || device.product_key !== product_key || device.own_secret_used) return 'refused'
      if (!device.provisioned) {
        // It came on line with a secret of its own.
        if (device.state.online_status !== 'never') return 'refused'
        const { device_id } = device
        if (!(await takeProvisionPlace(pool, { device_id, product_key, at_ms: clock.now() }))) return 'quota'
        device.provisioned = true
      }
      provisioning.add(did)
      return 'admitted'
    },
    onOwnSecret: (did) => {
      provisioning.delete(did)
      noteOwnSecret(did).catch((error: unknown) => log.warn({ error, mac: did }, 'own secret not noted'))
    },
    onListening: (did) => {
      if (!provisioning.has(did)) return
      device_cache.find(did).then(
        (device) => {
          const secret = device && device_cache.secretOf(device)
          if (secret === null) return
          const exp = Math.floor((clock.now() + LIMITS.command_expiry_ms) / 1000)
          const command = { id: `k-${randomUUID().slice(0, 8)}`, op: 'setkey', key: secret.toString('hex'), exp }
          transport.publish(did, 'cmd', buildPayload(command))
        },
        (error: unknown) => log.warn({ error, mac: did }, 'own secret not sent'),
      )
    },
    decided: async (admitted) => {
      bans.forgetDevices(admitted)
      unknown.drop(admitted)
      banned = new Set(await listBannedModules(pool))
    },
    stop: unknown.stop,
  }

  async function noteOwnSecret(did: string): Promise<void> {
    const device = await device_cache.find(did)
    if (device === null || !device.provisioned || device.own_secret_used) return
    await storeOwnSecretUse(pool, device.device_id, clock.now())
    device.own_secret_used = true
  }
}
