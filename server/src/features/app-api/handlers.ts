import type { World } from '../../world.ts'
import { appAccountHandlers } from './account-handlers.ts'
import { appDeviceHandlers } from './device-handlers.ts'
import { appMessageHandlers } from './message-handlers.ts'
import { appOrderHandlers } from './order-handlers.ts'

/** What the end users' app may ask: the own account, the own units, and what was written to it. */
export const appApiHandlers = (deps: Pick<World, 'database' | 'clock' | 'config' | 'secret_key'>) => ({
  ...appAccountHandlers(deps),
  ...appDeviceHandlers(deps),
  ...appMessageHandlers(deps),
  ...appOrderHandlers(deps),
})
