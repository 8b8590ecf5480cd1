export { listNews, type News } from './store.ts'
