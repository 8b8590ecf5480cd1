export { createDataQueries } from './query-data.ts'
