/** What other features use of the app users. */
export { WriteMessageDrawer } from './write-message-drawer.tsx'
