export { figuresBelow } from './store-below.ts'
