export { insertCards, type NewCard } from './store.ts'
export { linkCard } from './store-link.ts'
export { listCardNotices } from './store-notices.ts'
