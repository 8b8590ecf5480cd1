import { lazy } from 'react'

/** Used by other features. */
export { ReplacementNotice } from './notice.tsx'
export const ReplaceDrawer = lazy(async () => ({ default: (await import('./replace-drawer.tsx')).ReplaceDrawer }))
