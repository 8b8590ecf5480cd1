export { ShipDrawer } from './ship-drawer.tsx'
