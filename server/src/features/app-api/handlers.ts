import type { World } from '../../world.ts'
import { appAccountHandlers } from './account-handlers.ts'
import { appDeviceHandlers } from './device-handlers.ts'

/** What the end users' app may ask: the own account, and the own units. */
export const appApiHandlers = (deps: Pick<World, 'database' | 'clock' | 'config' | 'secret_key'>) => ({
  ...appAccountHandlers(deps),
  ...appDeviceHandlers(deps),
})
