export { latestValueOf } from './latest-values.ts'
export { figuresBelow } from './store-below.ts'
export { holdingsBelow } from './store-holdings.ts'
export { countByTab } from './store-list.ts'
