import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { WriteSequence, WriteStep } from '@heatfleet/contract/products/settings.ts'

/** A board that takes some values only after the writes that unlock them, and locks again by the writes that save. */
export type WriteLock = {
  steps: readonly WriteStep[]
  /** Judges a write and remembers it; false = a value that is still locked. */
  takes: (fn: 5 | 6 | 15 | 16, start: number, values: readonly number[]) => boolean
}

/** The lock of a product's points: each sequence is unlocked by all its first writes in order, until one of its last writes. */
export const createWriteLock = (points: readonly DataPoint[], write_sequences: readonly WriteSequence[]): WriteLock => {
  const locked = write_sequences.map((sequence) => ({
    sequence,
    places: points.filter(({ write_sequence }) => write_sequence === sequence.name),
    /** Unlocking writes seen so far. */
    seen: 0,
  }))
  return {
    steps: write_sequences.flatMap(({ before, after }) => [...before, ...after]),
    takes: (fn, start, values) => {
      const is = (step: WriteStep | undefined): boolean =>
        step !== undefined && isCoil(step.fn) === isCoil(fn) && step.address === start && step.value === values[0]
      for (const state of locked) {
        const { before, after } = state.sequence
        const is_last = after.some(is)
        if (is(before[state.seen])) state.seen += 1
        else if (is(before[0])) state.seen = 1
        else if (is_last) state.seen = 0
      }
      return !locked.some(
        ({ sequence, places, seen }) =>
          seen < sequence.before.length && places.some((point) => covers(point, fn, start, values.length)),
      )
    },
  }
}

/** Whether a register is one that a write around a value goes to. */
export const isStepPlace = ({ steps }: WriteLock, address: number): boolean =>
  steps.some((step) => !isCoil(step.fn) && step.address === address)

const isCoil = (fn: number): boolean => fn === 5 || fn === 15

const covers = ({ query_cmd, address, reg_len }: DataPoint, fn: number, start: number, count: number): boolean =>
  query_cmd <= 2 === isCoil(fn) && address < start + count && start < address + reg_len
