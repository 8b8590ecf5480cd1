export { readPictures } from './pictures.ts'
export { findOrderPicture, insertMessage as insertLine, insertOwnOrder, isBound, listLines } from './store.ts'
export { countServed, listServed, openOrdersOf, readServed, type Served, type ServiceFigures } from './store-figures.ts'
export { eraseOrdersOf, findOwnOrder, listOwnOrders, type OwnOrderRow, saveRating } from './store-own.ts'
