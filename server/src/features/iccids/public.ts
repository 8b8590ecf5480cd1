export { linkCard } from './store-link.ts'
export { listCardNotices } from './store-notices.ts'
