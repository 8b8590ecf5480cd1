export { connectionsOf } from './connections.ts'
export type { ConnectionEvent } from './store-connections.ts'
