/** Used by other features. */
export { useFilterSentence } from './filter-sentence.ts'
