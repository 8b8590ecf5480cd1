/** Used by other features. */
export { OrdersPanel } from './orders-panel.tsx'
