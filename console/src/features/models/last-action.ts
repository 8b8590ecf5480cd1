import type { DeviceModel, ModelAction } from '@heatfleet/contract/models/models.ts'

/** The newest of what was set or detected; null = nothing was. */
export const lastActionOf = (model: Pick<DeviceModel, 'last_set' | 'last_detect'> | undefined): ModelAction | null => {
  if (model === undefined) return null
  const { last_set, last_detect } = model
  if (last_set === null) return last_detect
  return last_detect === null || last_set.action_id > last_detect.action_id ? last_set : last_detect
}
