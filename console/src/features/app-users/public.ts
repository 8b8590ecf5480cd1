/** Used by other features. */
export { useOwner } from './bind-drawer.tsx'
export { DeviceSuggestions } from './device-suggestions.tsx'
export { MarkDialog } from './mark-dialog.tsx'
export { MarkChips } from './marks.tsx'
export { bindPath, userPath } from './paths.ts'
export { StatusMark } from './status-mark.tsx'
export { UnbindDialog } from './unbind-dialog.tsx'
export { WriteMessageDrawer } from './write-message-drawer.tsx'
