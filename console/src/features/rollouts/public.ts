/** Used by other features. */
export { LastRollout } from './last-rollout.tsx'
