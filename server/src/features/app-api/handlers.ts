import type { AppContext } from '../../app-context.ts'
import { appAccountHandlers } from './account-handlers.ts'
import { appDeviceHandlers } from './device-handlers.ts'
import { appMessageHandlers } from './message-handlers.ts'
import { appOrderHandlers } from './order-handlers.ts'
import { appPushHandlers } from './push-handlers.ts'

/** What the end users' app may ask: the own account, the own units, what was written to it and where it is told. */
export const appApiHandlers = (deps: Pick<AppContext, 'database' | 'clock' | 'config' | 'secret_key'>) => ({
  ...appAccountHandlers(deps),
  ...appDeviceHandlers(deps),
  ...appMessageHandlers(deps),
  ...appPushHandlers(deps),
  ...appOrderHandlers(deps),
})
