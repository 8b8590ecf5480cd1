import { compileDecoder } from '@heatfleet/modbus/decoder.ts'
import { finding } from '../products/check.ts'
import type { Finding } from '../products/draft.ts'
import type { DataPoint } from '../products/points.ts'
import type { TestVector } from '../products/settings.ts'
import { readFrameText } from './frame-text.ts'

/** Runs the test vectors of a definition: a finding for each frame that cannot be read, and each value that differs. */
export const runTestVectors = (points: readonly DataPoint[], vectors: readonly TestVector[]): Finding[] => {
  if (vectors.length === 0) return []
  const compiled = compileDecoder(points)
  // The check of the definition reports compile errors.
  if (!compiled.ok) return []
  return vectors.flatMap(({ name, frame, start, expects }) => {
    const read = readFrameText(frame, start)
    if (!read.ok) return [finding('vector_unreadable', { field: 'test_vectors', other: `${name}: ${read.why}` })]
    const values = compiled.decoder.decode(read.blocks)
    return expects
      .filter(({ key, value }) => (values[key] ?? null) !== value)
      .map(({ key, value }) =>
        finding('vector_differs', {
          key,
          field: 'test_vectors',
          other: `${name}: ${value ?? '–'} ≠ ${values[key] ?? '–'}`,
        }),
      )
  })
}
