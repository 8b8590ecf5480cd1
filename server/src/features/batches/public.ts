export type { BatchObjects, BatchSources } from './objects.ts'
