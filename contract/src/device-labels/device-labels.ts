import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { LABEL_PAPERS } from './papers.ts'

/** Which units get a label, in this order, and what the labels are printed on. */
export const LabelRequest = z.object({
  macs: z
    .array(DeviceId)
    .min(1)
    .max(LIMITS.labels_max)
    .refine((macs) => new Set(macs).size === macs.length, { params: { rule: 'twice' } }),
  paper: z.enum(LABEL_PAPERS),
  /** The first free label of a sheet, 1 = top left: sheets that were begun are used up. */
  first: z.number().int().min(1).max(LIMITS.labels_per_sheet_max).default(1),
  /** Of the product's name and the word beside the claim code. */
  language: z.enum(['en', 'zh', 'pl']).default('en'),
})
export type LabelRequest = z.output<typeof LabelRequest>

/** Printable labels of units (product 3.9): a PDF with id, product, brand and QR code. */
export const deviceLabels = endpoints({
  labelFile: {
    method: 'POST',
    path: '/device-import/label-file',
    kind: 'read',
    of: 'device-import',
    needs: 'device-import:view',
    about: 'device',
    body: LabelRequest,
    gives: 'file',
    result: z.null(),
    fails: ['device_not_found', 'sheets_waiting'],
    says: 'Labels of units as PDF; their QR code holds id and product.',
    example: null,
  },
  claimLabelFile: {
    method: 'POST',
    path: '/device-import/claim-label-file',
    kind: 'read',
    of: 'device-import',
    needs: 'device-import:secret',
    about: 'device',
    body: LabelRequest,
    gives: 'file',
    result: z.null(),
    fails: ['device_not_found', 'sheets_waiting', 'system_failed'],
    says: 'Labels with the claim code too: who has one may bind the unit while it has no owner.',
    example: null,
  },
})
