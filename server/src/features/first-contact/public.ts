export { forgetKnownModules } from './store.ts'
