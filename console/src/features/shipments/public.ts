export { AskRelease } from './ask-release.tsx'
export { RecallUnits } from './recall-units.tsx'
export { ShipDrawer } from './ship-drawer.tsx'
