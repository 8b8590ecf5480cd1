export { createDataQueries, type QueryData } from './query-data.ts'
