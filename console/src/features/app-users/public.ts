/** Used by other features. */
export { WriteMessageDrawer } from './write-message-drawer.tsx'
