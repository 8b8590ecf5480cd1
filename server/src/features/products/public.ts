export { unpublishedRefusal } from './drafts.ts'
export { createLayouts, type Layout, type Layouts, layoutOf } from './layouts.ts'
export { areProductSecrets, productSecret } from './secret.ts'
export { startVirtualUnit, type VirtualDeps } from './virtual-units.ts'
