export { type Created, createDistributor } from './create.ts'
