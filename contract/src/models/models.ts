import { z } from 'zod'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { ProductKey } from '../products/products.ts'
import { MODEL_ACTION_STATES, ONLINE_STATES, RECOGNITION_STATES } from '../transitions.ts'
import { MODEL_ACTIONS, MODEL_REASONS } from './actions.ts'

const Time = z.iso.datetime()

/** One read of the bus during a detection and what came back; `words` as hex, of `data` only. */
export const ModelProbe = z.object({
  baud: z.number().int(),
  fmt: z.string(),
  slave: z.number().int(),
  fn: z.number().int(),
  start: z.number().int(),
  quantity: z.number().int(),
  answer: z.enum(['data', 'refused', 'silent', 'garbled']),
  /** Modbus exception of a refusal. */
  exception: z.number().int().nullable(),
  words: z.string(),
})
export type ModelProbe = z.output<typeof ModelProbe>

/** How well the register list of a product fits what the board answered. */
export const ModelCandidate = z.object({
  product_key: z.string(),
  name: z.string(),
  english_name: z.string(),
  /** Share of the checked points that hold plausible values; a refused block counts with all of its points. */
  match_percent: z.number().int(),
  /** Evidence over a board that is none of these, in bits. */
  evidence_bits: z.number().int(),
  /** Points checked, and of these those with an implausible value. */
  checked: z.number().int(),
  implausible: z.number().int(),
  /** Blocks of its list that the board refused, or did not answer. */
  refused: z.number().int(),
  silent: z.number().int(),
})
export type ModelCandidate = z.output<typeof ModelCandidate>

export const ModelEvidence = z.object({
  probes: z.array(ModelProbe).max(LIMITS.model_probes_max),
  /** The best first. */
  candidates: z.array(ModelCandidate).max(LIMITS.model_candidates_max),
})
export type ModelEvidence = z.output<typeof ModelEvidence>

/** One action of the history: who did what, from which model to which, and its result. */
export const ModelAction = z.object({
  action_id: z.number().int(),
  mac: z.string(),
  kind: z.enum(MODEL_ACTIONS),
  state: z.enum(MODEL_ACTION_STATES),
  /** Empty = the service itself, when the unit came for the first time. */
  operator: z.string(),
  batch_id: z.number().int().nullable(),
  created_at: Time,
  sent_at: Time.nullable(),
  finished_at: Time.nullable(),
  from_pk: z.string().nullable(),
  /** The model to be set, or the one recognised. */
  to_pk: z.string().nullable(),
  reason: z.enum(MODEL_REASONS).nullable(),
  evidence: ModelEvidence.nullable(),
})
export type ModelAction = z.output<typeof ModelAction>

/** Where a device stands (product 3.15). */
export const DeviceModel = z.object({
  mac: z.string(),
  device_name: z.string(),
  /** The product by which new reports are read: the set model, else the recognised one, else that of the import. */
  product_key: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  /** The product it was imported as. */
  imported_pk: z.string(),
  module_type: z.string(),
  info_pk: z.string().nullable(),
  dtu_default_pk: z.string().nullable(),
  vcard_pk: z.enum(RECOGNITION_STATES),
  /** Only generic modules can run recognition of the board. */
  generic: z.boolean(),
  online_status: z.enum(ONLINE_STATES),
  /** Whether the set and the recognised model agree; null while one of them is missing. */
  agreement: z.boolean().nullable(),
  last_set: ModelAction.nullable(),
  last_detect: ModelAction.nullable(),
})
export type DeviceModel = z.output<typeof DeviceModel>

const Macs = z
  .array(DeviceId)
  .max(LIMITS.model_batch_max)
  .refine((macs) => new Set(macs).size === macs.length, { params: { rule: 'twice' } })
export const ModelDevices = z.object({ macs: Macs })

/** What is done to many devices. */
export const ModelBatchRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), macs: Macs, product_key: ProductKey.or(z.literal('')).default('') }),
  z.object({ kind: z.literal('detect'), macs: Macs }),
])
export type ModelBatchRequest = z.output<typeof ModelBatchRequest>

/** A model that may be set: published, of the same solution. */
export const SettableModel = z.object({
  product_key: z.string(),
  name: z.string(),
  english_name: z.string(),
  solution: z.string(),
})
