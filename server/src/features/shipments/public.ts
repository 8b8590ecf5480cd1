export { releaseViewerOf } from './handlers-release.ts'
export { recall, type Shipper, ship } from './ship.ts'
export { confirmUnits, countBelow, findReceiver } from './store.ts'
export { listReleaseNotices } from './store-release.ts'
