import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { ERROR_CODES, type ErrorCode } from '../errors.ts'
import { DeviceId } from '../identifiers.ts'
import { Paging, pageOf } from '../paging.ts'
import { ProductKey } from '../products/products.ts'
import { RowId } from '../row-id.ts'
import { DeviceModel, ModelAction, ModelBatchRequest, ModelDevices, SettableModel } from './models.ts'

const ByMac = z.object({ mac: DeviceId })
const BatchId = z.object({ batch_id: z.coerce.number().pipe(RowId) })
/** Which model a unit is set to; an empty one leaves it to detection. */
export const ModelRequest = ByMac.extend({ product_key: ProductKey.or(z.literal('')).default('') })
const Started = z.object({ action_id: z.number().int() })

const exampleAction: z.output<typeof ModelAction> = {
  action_id: 31,
  mac: '863412060123455',
  kind: 'detect',
  state: 'recognized',
  operator: 'admin',
  batch_id: null,
  created_at: '2026-11-21T09:15:00.000Z',
  sent_at: '2026-11-21T09:15:00.100Z',
  finished_at: '2026-11-21T09:15:03.400Z',
  from_pk: null,
  to_pk: 'r290-monobloc',
  reason: 'matched',
  evidence: {
    probes: [
      {
        baud: 19_200,
        fmt: '8N2',
        slave: 1,
        fn: 3,
        start: 442,
        quantity: 1,
        answer: 'data',
        exception: null,
        words: '0004',
      },
    ],
    candidates: [
      {
        product_key: 'r290-monobloc',
        name: 'R290 整体式热泵',
        english_name: 'R290 monobloc',
        match_percent: 100,
        evidence_bits: 84,
        checked: 42,
        implausible: 0,
        refused: 0,
        silent: 0,
      },
    ],
  },
}
const exampleModel: z.output<typeof DeviceModel> = {
  mac: '863412060123455',
  device_name: 'Villa Linden 4',
  product_key: 'r290-monobloc',
  product_name: 'R290 整体式热泵',
  product_english_name: 'R290 monobloc',
  imported_pk: 'r290-monobloc',
  module_type: 'DTU4G-B',
  info_pk: 'r290-monobloc',
  dtu_default_pk: null,
  vcard_pk: 'recognized',
  generic: true,
  online_status: 'online',
  agreement: null,
  last_set: null,
  last_detect: exampleAction,
}

/** What was started of a batch; `result` of a device is `ok` or why nothing was started. */
const Batch = z.object({
  batch_id: z.number().int(),
  list: z.array(
    z.object({
      mac: z.string(),
      result: z.enum(['ok', ...(ERROR_CODES as [ErrorCode, ...ErrorCode[]])]), // the keys of ERRORS, never none
      action: ModelAction.nullable(),
    }),
  ),
})
const exampleBatch: z.output<typeof Batch> = {
  batch_id: 5,
  list: [{ mac: '863412060123455', result: 'ok', action: { ...exampleAction, batch_id: 5 } }],
}

/** Model setting and detection (product 3.15): which board a module is wired to, and by which product it is read. */
export const deviceModels = endpoints({
  deviceModel: {
    method: 'GET',
    path: '/device-inventory/device-model',
    kind: 'read',
    of: 'model',
    needs: 'device:view',
    about: 'device',
    query: ByMac,
    result: DeviceModel,
    fails: ['device_not_found'],
    says: 'Which model the board was recognised as, which one was set for the module, and the last actions.',
    example: exampleModel,
  },
  modelList: {
    method: 'POST',
    path: '/device-model/list',
    kind: 'read',
    of: 'model',
    needs: 'model:view',
    about: { list: 'device' },
    body: ModelDevices,
    result: z.object({ list: z.array(DeviceModel) }),
    fails: [],
    says: 'The same of some devices; those out of scope are left out.',
    example: { list: [exampleModel] },
  },
  settableModels: {
    method: 'GET',
    path: '/device-model/settable',
    kind: 'read',
    of: 'model',
    needs: 'model:view',
    about: 'device',
    query: ByMac,
    result: z.array(SettableModel),
    fails: ['device_not_found'],
    says: 'Published products of the solution of a device, which may be set as its model.',
    example: [{ product_key: 'r290-monobloc', name: 'R290 整体式热泵', english_name: 'R290 monobloc', solution: '' }],
  },
  modelSet: {
    method: 'POST',
    path: '/device-model/set',
    kind: 'change',
    of: 'model',
    needs: 'model:set',
    about: 'device',
    body: ModelRequest,
    result: Started,
    fails: [
      'device_not_found',
      'no_model_selected',
      'product_unknown',
      'product_disabled',
      'unpublished_data_points',
      'model_other_solution',
      'device_offline',
      'model_busy',
    ],
    says: 'Sets the model of a module; effective within 5 s, or failed.',
    example: { action_id: 32 },
  },
  modelDetect: {
    method: 'POST',
    path: '/device-model/detect',
    kind: 'change',
    of: 'model',
    needs: 'model:detect',
    about: 'device',
    body: ByMac,
    result: Started,
    fails: ['device_not_found', 'model_not_generic', 'device_offline', 'model_busy'],
    says: 'Finds out which board a generic module on line is wired to, within 60 s.',
    example: { action_id: 31 },
  },
  modelBatch: {
    method: 'POST',
    path: '/device-model/batch',
    kind: 'change',
    of: 'model',
    needs: 'model:batch',
    about: 'unscoped',
    body: ModelBatchRequest,
    result: Batch,
    fails: ['no_permission', 'no_device_selected', 'no_model_selected'],
    says: 'Sets or detects many; needs the right of the single call too. What cannot be started says why.',
    example: exampleBatch,
  },
  modelBatchInfo: {
    method: 'GET',
    path: '/device-model/batch-info',
    kind: 'read',
    of: 'model',
    needs: 'model:batch',
    about: 'unscoped',
    query: BatchId,
    result: Batch,
    fails: ['not_found'],
    says: 'Where an own batch stands, device by device.',
    example: exampleBatch,
  },
  modelBatchStop: {
    method: 'POST',
    path: '/device-model/batch-stop',
    kind: 'change',
    of: 'model',
    needs: 'model:batch',
    about: 'unscoped',
    body: BatchId,
    result: z.object({ stopped: z.number().int() }),
    fails: ['not_found'],
    says: 'Stops what of an own batch has not ended; what a module has taken already stays.',
    example: { stopped: 3 },
  },
  modelBatchRetry: {
    method: 'POST',
    path: '/device-model/batch-retry',
    kind: 'change',
    of: 'model',
    needs: 'model:batch',
    about: 'unscoped',
    body: BatchId,
    result: Batch,
    fails: ['not_found', 'no_permission', 'no_device_selected'],
    says: 'Starts another batch with those of an own one that failed, were stopped or not recognised.',
    example: exampleBatch,
  },
  modelHistory: {
    method: 'POST',
    path: '/device-model/history',
    kind: 'read',
    of: 'model',
    needs: 'model:view',
    about: 'device',
    query: ByMac.extend(Paging.shape),
    result: pageOf(ModelAction),
    fails: ['device_not_found'],
    says: 'Settings and detections of a device with their evidence, the newest first.',
    example: { list: [exampleAction], total: 1, pageNo: 1, size: 999 },
  },
})
