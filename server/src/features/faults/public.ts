export { countNotes, insertNote } from './store-notes.ts'
