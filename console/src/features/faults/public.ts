/** Used by other features. */
export { FaultHelp, FaultSource } from './fault-help.tsx'
export { FaultNotes } from './fault-notes.tsx'
export { SEVERITY_TONES, useCategoryText, useFaultName } from './fault-texts.ts'
export { SeverityMark } from './severity-mark.tsx'
