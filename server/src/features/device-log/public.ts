export { connectionsOf } from './connections.ts'
export { EVENT_KIND, EVENT_TYPE, IS_SHOWN_EVENT } from './event-kinds.ts'
