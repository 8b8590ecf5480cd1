import type { ModelActionKind, ModelReason } from '@heatfleet/contract/models/actions.ts'
import type { ModelEvidence } from '@heatfleet/contract/models/models.ts'
import type { ModelActionState, RecognitionState } from '@heatfleet/contract/transitions.ts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Time } from './column-types.ts'

/** Tables of model setting and detection: migration 0060. */
export type ModelTables = {
  model_actions: {
    action_id: GeneratedAlways<number>
    device_id: number
    kind: ModelActionKind
    state: Generated<ModelActionState>
    uid: number | null
    operator: Generated<string>
    batch_id: number | null
    created_at: Time
    sent_at: Time | null
    finished_at: Time | null
    from_pk: string | null
    to_pk: string | null
    before_status: Exclude<RecognitionState, 'identifying'>
    reason: ModelReason | null
    evidence: ModelEvidence | null
  }
}
