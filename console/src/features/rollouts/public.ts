/** Used by other features. */
export { LastRollout } from './last-rollout.tsx'
export { FOLLOW_MS, isUnderWay, RolloutProgress, RolloutResult, RolloutStateMark } from './marks.tsx'
export { useTargetText } from './target-text.ts'
