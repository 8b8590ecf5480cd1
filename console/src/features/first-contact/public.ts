export { ProvisioningPanel } from './provisioning-panel.tsx'
export { UnknownPanel } from './unknown-panel.tsx'
