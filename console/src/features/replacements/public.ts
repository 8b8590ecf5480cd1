/** Used by other features. */
export { ReplacementNotice } from './notice.tsx'
export { ReplaceDrawer } from './replace-drawer.tsx'
