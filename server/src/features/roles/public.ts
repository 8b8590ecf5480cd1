export { isOwnedWithin } from './rules.ts'
export { listAccountsWith } from './store-accounts-with.ts'
export { namesOf } from './used-by.ts'
