/** Set to 1, whole counts of property tests and every look of each screen: `npm run test:full` sets it. */
const is_full = process.env.HEATFLEET_TEST_FULL === '1'

/** How often a property is tried: `full_count` times in a full run, a tenth of it otherwise. */
export const propertyRuns = (full_count: number): number => (is_full ? full_count : Math.ceil(full_count / 10))
