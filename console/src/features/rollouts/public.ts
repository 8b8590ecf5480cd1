/** Used by other features. */
export { LastRollout } from './last-rollout.tsx'
export { FOLLOW_MS, isUnderWay, RolloutProgress, RolloutResult, RolloutStateMark } from './marks.tsx'
export { NEW_ROLLOUT } from './paths.ts'
export { useTargetText } from './target-text.ts'
