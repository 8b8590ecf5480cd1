export { createOrderPublisher } from './order-changes.ts'
export { insertMessage as insertLine, insertOwnOrder, isBound, listLines } from './store.ts'
export {
  countServed,
  listServed,
  listServedMonths,
  openOrdersOf,
  readServed,
  type Served,
  type ServiceFigures,
} from './store-figures.ts'
export { eraseOrdersOf, findOwnOrder, listOwnOrders, type OwnOrderRow, saveRating } from './store-own.ts'
export { findOrderPicture } from './store-pictures.ts'
export { ORDERS_WITH_AGENT, ordersWithin, seenOrders } from './store-seen.ts'
export { attachVideo, readVideo } from './videos.ts'
