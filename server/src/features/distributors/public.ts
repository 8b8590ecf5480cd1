export { type Created, createDistributor } from './create.ts'
export { findBrandingOf } from './store-branding.ts'
