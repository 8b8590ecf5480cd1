export { latestValueOf } from './latest-values.ts'
export { figuresBelow } from './store-below.ts'
export { cellsBelow, cellsByRegion, cellsHeldAt, cellsOfEach, type FleetPlace } from './store-cells.ts'
export { type GroupMembers, membersOf } from './store-filter.ts'
export { holdingsBelow } from './store-holdings.ts'
export { countByTab, listDevicesAfter } from './store-list.ts'
export {
  deviceGroupsWithin,
  deviceGroupsWithin,
  findGroupOf,
  findMembers,
  findMembers,
  groupMembers,
  groupMembers,
} from './store-members.ts'
export { narrow } from './store-narrow.ts'
export { IS_IDENTIFIED, ONLINE_STATUS } from './store-rows.ts'
