export { latestValueOf } from './latest.ts'
export { figuresBelow } from './store-below.ts'
export { countByTab } from './store-list.ts'
