import { lazy } from 'react'

/** Used by other features. */
export { orderPath } from './order-paths.ts'
export { OrdersPanel } from './orders-panel.tsx'
/** Fetched when the form is opened, with the schemas that no screen beside it needs. */
export const NewOrder = lazy(async () => ({ default: (await import('./new-order.tsx')).NewOrder }))
