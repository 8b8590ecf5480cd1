import { expect, vi } from 'vitest'

/** So often what is awaited is looked at, and so long at most: the bound only ends a test whose event never comes. */
const PATIENCE = { interval: 20, timeout: 45_000 }

/** `await eventually(probe).toBe(3)`: asked until it holds, however busy the machine is. */
export const eventually = <T>(probe: () => T | Promise<T>) => expect.poll(probe, PATIENCE)

/** What `probe` gives once it does not throw any more. */
export const untilGiven = <T>(probe: () => T | Promise<T>): Promise<T> => vi.waitFor(probe, PATIENCE)
