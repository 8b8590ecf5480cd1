import type { Api, EndpointName } from '@heatfleet/contract/api.ts'
import type { ClientMessage } from '@heatfleet/contract/push.ts'

/** Calls that leave a line when they are done: whatever changes something, and whatever leaves as a file. */
type AuditedCall = {
  [Name in EndpointName]: Api[Name] extends { kind: 'change' } | { gives: 'file' } ? Name : never
}[EndpointName]

/** Every action of the log that has words; a read that was refused goes by its own name. */
export type Audited = AuditedCall | Exclude<ClientMessage['cmd'], 'Authenticate'> | 'refusalsLeftOut'
