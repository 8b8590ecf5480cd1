/** Used by other features. */
export { NewOrder } from './new-order.tsx'
export { orderPath } from './order-paths.ts'
export { OrdersPanel } from './orders-panel.tsx'
